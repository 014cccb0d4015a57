"""What one test tells the report: how a case ended, and on which store."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from loom_conformance.claim import Claim
from loom_conformance.outcome import Failure, Outcome, Status
from loom_conformance.promise import Case


class FailureRecord(BaseModel):
    """A broken promise, as a report shows it."""

    model_config = ConfigDict(frozen=True)

    input: str
    expected: str
    got: str
    reproduction: str


class CaseRecord(BaseModel):
    """How one case ended."""

    model_config = ConfigDict(frozen=True)

    id: str
    promise: str
    verb: str
    """The optional verb that it proves, or ``core``."""
    since: str
    tier: str
    page: str
    seen: tuple[str, ...] = ()
    """Public reports of systems that broke the promise."""
    status: Status | None
    """``null`` if the case was left out of the run."""
    reason: str = ""
    seconds: float = 0.0
    failure: FailureRecord | None = None


class StoreRecord(BaseModel):
    """Which store it was."""

    model_config = ConfigDict(frozen=True)

    name: str
    """The contract class: its file and its name."""
    backend: str
    """The module of the store's class; empty if it was never opened."""
    verbs: tuple[str, ...]
    """The optional verbs that are promised."""
    matching: str
    durable: bool
    contract: str


class Record(BaseModel):
    """One line of what a run has shown; it travels between processes as plain values."""

    model_config = ConfigDict(frozen=True)

    store: StoreRecord
    case: CaseRecord | None = None
    seconds: float = 0.0
    """What this phase of the test took: setting up, the call, or tearing down."""
    problems: tuple[str, ...] = ()
    """What is wrong with the waivers."""


def store_record(name: str, claim: Claim, backend: str) -> StoreRecord:
    """The record of a store and of what its authors claim."""
    return StoreRecord(
        name=name,
        backend=backend,
        verbs=tuple(sorted(claim.verbs)),
        matching=claim.matching,
        durable=claim.durable,
        contract=claim.contract,
    )


def case_record(case: Case, outcome: Outcome | None, *, reason: str = "") -> CaseRecord:
    """The record of a case that ended in ``outcome``, or was not run for ``reason``."""
    ended: dict[str, Any] = {"status": None, "reason": reason}
    if outcome is not None:
        ended = {
            "status": outcome.status,
            "reason": outcome.reason,
            "seconds": round(outcome.seconds, 6),
            "failure": _failure_record(outcome.failure),
        }
    return CaseRecord(
        id=case.id,
        promise=case.promise,
        verb=case.verb,
        since=case.since,
        tier=case.tier,
        page=case.anchor,
        seen=case.seen,
        **ended,
    )


def _failure_record(failure: Failure | None) -> FailureRecord | None:
    if failure is None:
        return None
    return FailureRecord(
        input=failure.input,
        expected=failure.expected,
        got=failure.got,
        reproduction=failure.reproduction,
    )
