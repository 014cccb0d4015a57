"""A pytest run that holds contract classes: what it showed, told at its end."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from loom_conformance.claim import claim_of
from loom_conformance.judgement import judged
from loom_conformance.outcome import Outcome, Status, failure_of
from loom_conformance.promise import Case, case_behind, cases_of
from loom_conformance.record import Record, case_record, store_record
from loom_conformance.report import Report, StoreReport, build_report
from loom_conformance.report_files import write_report
from loom_conformance.script import Script
from loom_conformance.trial import NotProvenError, Trial
from loom_conformance.waivers import Waivers, read_waivers

NOT_PROVEN = "not proven: "


def judge(item: pytest.Function, call: pytest.CallInfo[None], report: pytest.TestReport) -> None:
    """Let ``report`` say how the case of ``item`` ended, for pytest and for our own report."""
    case = case_behind(item.function)
    if case is None or item.cls is None:
        return
    trial: Trial | None = getattr(item, "loom_trial", None)
    claim = claim_of(item.cls)
    store = store_record(_store_name(item), claim, trial.backend if trial else "")
    record = Record(store=store, seconds=call.duration)
    if report.when == "call" or (report.when == "setup" and not report.passed):
        raw = _raw_outcome(case, call, report, script=trial.script if trial else Script())
        waivers = _waivers(item)
        outcome = judged(raw, case=case, claim=claim, waivers=waivers)
        _show(report, outcome, item)
        told = {"case": case_record(case, outcome), "problems": waivers.problems}
        record = record.model_copy(update=told)
    report.loom_record = record.model_dump(mode="json")  # type: ignore[attr-defined]  # pytest carries it


def _waivers(item: pytest.Function) -> Waivers:
    contract: type = item.cls
    return read_waivers(item.path.parent, store=contract.__name__, cases=cases_of(contract))


def _raw_outcome(
    case: Case, call: pytest.CallInfo[None], report: pytest.TestReport, *, script: Script
) -> Outcome:
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, NotProvenError):
        return Outcome(case.id, Status.NOT_PROVEN, call.duration, str(error))
    if report.skipped:
        return _skipped(case, _skip_reason(report))
    if error is not None:
        failure = failure_of(case, error, script)
        return Outcome(case.id, Status.FAILED, call.duration, failure=failure)
    return Outcome(case.id, Status.PASSED, call.duration)


def _skipped(case: Case, reason: str) -> Outcome:
    if reason.startswith(NOT_PROVEN):
        return Outcome(case.id, Status.NOT_PROVEN, reason=reason.removeprefix(NOT_PROVEN))
    return Outcome(case.id, Status.SKIPPED, reason=reason)


def _skip_reason(report: pytest.TestReport) -> str:
    told = report.longrepr
    text = told[2] if isinstance(told, tuple) else str(told)
    return text.removeprefix("Skipped: ")


def _show(report: pytest.TestReport, outcome: Outcome, item: pytest.Item) -> None:
    """Make pytest print and count the outcome as ours."""
    match outcome.status:
        case Status.FAILED if outcome.failure is not None:
            # What a fixture raises is not the store's: pytest shows it best.
            if report.when == "call":
                report.longrepr = str(outcome.failure)
        case Status.FAILED:
            report.outcome, report.longrepr = "failed", f"{outcome.case}: {outcome.reason}"
        case Status.WAIVED:
            report.outcome, report.wasxfail = "skipped", f"waived: {outcome.reason}"
        case Status.ADVISORY:
            _skip(
                report,
                item,
                f"advisory: {outcome.reason}; {outcome.failure and outcome.failure.got}",
            )
        case Status.NOT_PROVEN:
            _skip(report, item, f"{NOT_PROVEN}{outcome.reason}")
        case Status.SKIPPED:
            _skip(report, item, outcome.reason)
        case _:
            pass


def _skip(report: pytest.TestReport, item: pytest.Item, reason: str) -> None:
    report.outcome = "skipped"
    # Without a line, pytest counts equal reasons together; its types do not say that it may lack.
    report.longrepr = str(item.path), None, f"Skipped: {reason}"  # type: ignore[assignment]


def _store_name(item: pytest.Item) -> str:
    return item.nodeid.rpartition("::")[0]


def summary(report: Report) -> list[str]:
    """What a run showed, a few lines for each store."""
    return [line for store in report.stores for line in _summary_of(store)]


def _summary_of(store: StoreReport) -> Sequence[str]:
    counted = ", ".join(f"{count} {name}" for name, count in store.counts.items() if count)
    lines = [f"{store.name}", f"  level {store.level}: {counted} ({store.seconds:.1f} s)"]
    reasons: dict[str, int] = {}
    for case in store.ended(Status.NOT_PROVEN):
        reasons[case.reason] = reasons.get(case.reason, 0) + 1
    return lines + [f"  not proven: {reason} ({count})" for reason, count in reasons.items()]


class Session:
    """What the tests of a run have told so far."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._records: list[Record] = []

    def hear(self, told: dict[str, Any]) -> None:
        """Keep one record."""
        self._records.append(Record.model_validate(told))

    def tell(self, reporter: pytest.TerminalReporter) -> None:
        """Print the summary, and write the files where they were asked for."""
        tier = self._config.getoption("loom_tier")
        report = build_report(self._records, tier=tier)
        reporter.section(f"memory contract {report.versions['contract']}, tier {tier}", sep="-")
        for line in summary(report):
            reporter.write_line(line)
        folder = self._config.getoption("loom_report")
        if folder:
            for path in write_report(report, Path(folder)):
                reporter.write_line(f"written: {path}")
