"""A pytest run that holds contract classes: what it showed, told and written at its end."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from loom_conformance.outcome import Status
from loom_conformance.record import Record
from loom_conformance.report import Report, StoreReport, build_report
from loom_conformance.report_files import write_report


class Session:
    """What the tests of a run have told.

    Args:
        config: Of the run.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._records: list[Record] = []
        self._written: list[Path] = []

    def hear(self, told: dict[str, Any]) -> None:
        """Keep one record."""
        self._records.append(Record.model_validate(told))

    @cached_property
    def report(self) -> Report:
        """What all of them say, at the end of the run."""
        return build_report(self._records, tier=self._config.getoption("loom_tier"))

    def write(self) -> None:
        """Write the report where it was asked for."""
        folder = self._config.getoption("loom_report")
        if folder:
            self._written = write_report(self.report, Path(folder))

    def tell(self, reporter: pytest.TerminalReporter) -> None:
        """Print a few lines for each store."""
        title = f"memory contract {self.report.versions['contract']}, tier {self.report.tier}"
        reporter.section(title, sep="-")
        for store in self.report.stores:
            for line in _summary(store):
                reporter.write_line(line)
        for path in self._written:
            reporter.write_line(f"written: {path}")


def _summary(store: StoreReport) -> Sequence[str]:
    counted = ", ".join(f"{count} {name}" for name, count in store.counts.items() if count)
    lines = [store.name, f"  level {store.level}: {counted} ({store.seconds:.1f} s)"]
    reasons: dict[str, int] = {}
    for case in store.ended(Status.NOT_PROVEN):
        reasons[case.reason] = reasons.get(case.reason, 0) + 1
    return lines + [f"  not proven: {reason} ({count})" for reason, count in reasons.items()]
