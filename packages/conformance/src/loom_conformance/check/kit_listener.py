"""What a pytest run tells the check that has started it: a line of JSON for each thing."""

import json
import os
from collections.abc import Generator, Sequence
from typing import Any

import pytest

from loom_conformance.check.kit_contract import CheckedContract, key_of
from loom_conformance.promise import case_behind


class Listener:
    """Tells of the run on ``channel``, and takes the cases that are wanted.

    Args:
        channel: A file descriptor that the check reads.
        wanted: Ids of cases; all of them if empty.
    """

    def __init__(self, channel: int, wanted: Sequence[str]) -> None:
        self._channel = channel
        self._wanted = frozenset(wanted)

    def tell(self, **told: Any) -> None:  # noqa: ANN401 - plain values
        """Write one line."""
        os.write(self._channel, f"{json.dumps(told)}\n".encode())

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out what is not wanted, and say how many are."""
        without = [item for item in items if self._wanted and not self._is_wanted(item)]
        if without:
            config.hook.pytest_deselected(items=without)
            items[:] = [item for item in items if item not in without]
        self.tell(total=len(items))

    def _is_wanted(self, item: pytest.Item) -> bool:
        case = case_behind(getattr(item, "function", None))
        return case is None or case.id in self._wanted

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say which test begins."""
        self.tell(start=nodeid.rpartition("::")[2])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Remember the keys that the case has named, while they can be known."""
        report = yield
        trial = getattr(item, "loom_trial", None)
        if trial is not None and report.when == "call":
            keys = map(key_of, list(trial.script.steps))
            CheckedContract.keys_written.update(key for key in keys if key)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Pass on what the kit has written down about a case."""
        told = getattr(report, "loom_record", None)
        if told is not None and told["case"] is not None:
            self.tell(record=told)
        if report.when == "teardown":
            self.tell(end=report.nodeid.rpartition("::")[2])
