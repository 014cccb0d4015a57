"""What pytest saw of a case, told in the words of the kit: to pytest, and to our own report."""

import pytest

from loom_conformance.claim import claim_of
from loom_conformance.judgement import judged
from loom_conformance.outcome import Outcome, Status, failure_of
from loom_conformance.promise import Case, case_behind, cases_of
from loom_conformance.record import Record, case_record, store_record
from loom_conformance.script import Script
from loom_conformance.trial import NotApplicableError, NotProvenError, Trial
from loom_conformance.waivers import Waivers, read_waivers

Call = pytest.CallInfo[None]


def judge(item: pytest.Function, call: Call, report: pytest.TestReport) -> None:
    """Let ``report`` say how the case of ``item`` ended, and carry a record of it."""
    case = case_behind(item.function)
    if case is None or item.cls is None:
        return
    trial: Trial | None = getattr(item, "loom_trial", None)
    claim = claim_of(item.cls)
    store = store_record(item.nodeid.rpartition("::")[0], claim, trial.backend if trial else "")
    record = Record(store=store, seconds=call.duration)
    raw = _raw_outcome(case, call, trial.script if trial else Script())
    if raw is not None:
        waivers = _waivers(item)
        outcome = judged(raw, case=case, claim=claim, waivers=waivers)
        _show(report, outcome, item)
        told = {"case": case_record(case, outcome), "problems": waivers.problems}
        record = record.model_copy(update=told)
    report.loom_record = record.model_dump(mode="json")  # type: ignore[attr-defined]  # pytest carries it


def _waivers(item: pytest.Function) -> Waivers:
    contract: type = item.cls
    return read_waivers(item.path.parent, store=contract.__name__, cases=cases_of(contract))


def _raw_outcome(case: Case, call: Call, script: Script) -> Outcome | None:
    """How the case ended; nothing if this phase does not say, or if somebody else skipped it."""
    error = call.excinfo.value if call.excinfo else None
    if call.when == "teardown" or (call.when == "setup" and error is None):
        return None
    if error is None:
        return Outcome(case.id, Status.PASSED, call.duration)
    # The fixture skips while it handles the reason, which is therefore the skip's context.
    reason = error.__context__ if isinstance(error, pytest.skip.Exception) else error
    if isinstance(reason, NotApplicableError):
        return Outcome(case.id, Status.SKIPPED, reason=str(reason))
    if isinstance(reason, NotProvenError):
        return Outcome(case.id, Status.NOT_PROVEN, call.duration, str(reason))
    if isinstance(error, pytest.skip.Exception):
        return None
    return Outcome(case.id, Status.FAILED, call.duration, failure=failure_of(case, error, script))


def _show(report: pytest.TestReport, outcome: Outcome, item: pytest.Item) -> None:
    """Make pytest print and count the outcome as ours; a mark of its own excuses nothing."""
    match outcome.status:
        case Status.FAILED:
            _fail(report, outcome)
        case Status.WAIVED:
            report.outcome, report.wasxfail = "skipped", f"waived: {outcome.reason}"
        case Status.ADVISORY:
            got = outcome.failure.got if outcome.failure else ""
            _skip(report, item, f"advisory: {outcome.reason}; got {got}")
        case Status.NOT_PROVEN:
            _skip(report, item, f"not proven: {outcome.reason}")
        case Status.SKIPPED:
            _skip(report, item, outcome.reason)
        case _:
            pass


def _fail(report: pytest.TestReport, outcome: Outcome) -> None:
    report.outcome = "failed"
    vars(report).pop("wasxfail", None)
    if outcome.failure is None:
        report.longrepr = f"{outcome.case}: {outcome.reason}"
    elif report.when == "call":
        # What a fixture raises is not the store's, and pytest shows it best.
        report.longrepr = str(outcome.failure)


def _skip(report: pytest.TestReport, item: pytest.Item, reason: str) -> None:
    report.outcome = "skipped"
    # Without a line, pytest counts equal reasons together; its types do not say that it may lack.
    report.longrepr = str(item.path), None, f"Skipped: {reason}"  # type: ignore[assignment]
