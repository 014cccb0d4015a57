"""How a case ended, and what a failure tells the author of a backend."""

from dataclasses import dataclass
from enum import StrEnum

from loom_conformance.expect import BrokenPromiseError
from loom_conformance.promise import Case
from loom_conformance.script import Script


class Status(StrEnum):
    """How a case ended."""

    PASSED = "passed"
    FAILED = "failed"
    WAIVED = "waived"
    """It failed, and the backend's authors have said why."""
    ADVISORY = "advisory"
    """It failed, and is newer than the contract that the backend was built for."""
    SKIPPED = "skipped"
    """It does not apply: a verb neither promised nor there, or another way of matching."""
    NOT_PROVEN = "not proven"
    """It applies and could not be shown."""


@dataclass(frozen=True)
class Failure:
    """What a broken promise tells: what was asked, expected and got, and how to see it."""

    case: str
    promise: str
    input: str
    expected: str
    got: str
    reproduction: str
    page: str
    seen: tuple[str, ...] = ()
    """Public reports of systems that broke the same promise."""

    def __str__(self) -> str:
        body = "\n".join(f"    {line}" for line in self.reproduction.splitlines())
        seen = f"seen in   {', '.join(self.seen)}\n" if self.seen else ""
        return (
            f"{self.case} is not kept.\n\n"
            f"promise   {self.promise}\n"
            f"input     {self.input}\n"
            f"expected  {self.expected}\n"
            f"got       {self.got}\n"
            f"page      {self.page}\n{seen}\n"
            f"reproduce\n{body}\n"
        )


@dataclass(frozen=True)
class Outcome:
    """How one case ended on one store."""

    case: str
    status: Status
    seconds: float = 0.0
    reason: str = ""
    """Why it was skipped, not proven, waived or advisory."""
    failure: Failure | None = None


def failure_of(case: Case, error: BaseException, script: Script) -> Failure:
    """What there is to tell about a case that ended in ``error``."""
    expected, got = _told(error)
    return Failure(
        case=case.id,
        promise=case.promise,
        input=script.last,
        expected=expected,
        got=got,
        reproduction=_reproduction(case, script),
        page=case.anchor,
        seen=case.seen,
    )


def _told(error: BaseException) -> tuple[str, str]:
    if isinstance(error, BrokenPromiseError):
        return error.expected, error.got
    if isinstance(error, AssertionError):
        return "what the promise says", str(error)[:600]
    return "no error", f"{type(error).__name__}: {str(error)[:600]}"


def _reproduction(case: Case, script: Script) -> str:
    if case.reproduce:
        body, opening = case.reproduce.splitlines(), "open_store = ...  # what store_factory gives"
    else:
        body, opening = script.lines(), "store = ...  # what store_factory()() gives"
        body[-1:] = [f"print({line})" for line in body[-1:]]
    text = "\n".join(body)
    imports = ["from loom_memory_core import MemoryEntry"]
    if "datetime" in text:
        imports.insert(0, "from datetime import datetime")
    return "\n".join([*imports, opening, text])
