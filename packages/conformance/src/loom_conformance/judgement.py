"""From what pytest saw of a case to how the case ended, waivers and contract included."""

from dataclasses import replace

from loom_conformance.claim import Claim
from loom_conformance.outcome import Outcome, Status
from loom_conformance.promise import Case
from loom_conformance.waivers import FILE_NAME, Waivers


def judged(outcome: Outcome, *, case: Case, claim: Claim, waivers: Waivers) -> Outcome:
    """What a raw outcome means for a backend of this claim with these waivers."""
    waiver = waivers.holding(case.id)
    if outcome.status is Status.PASSED and waiver:
        reason = f"it is waived and passes now: take it out of {FILE_NAME}"
        return replace(outcome, status=Status.FAILED, reason=reason)
    if outcome.status is not Status.FAILED:
        return outcome
    if waiver:
        return replace(outcome, status=Status.WAIVED, reason=f"{waiver.reason} ({waiver.link})")
    if is_newer(case.since, claim.contract):
        reason = f"the promise came with contract {case.since}, after {claim.contract}"
        return replace(outcome, status=Status.ADVISORY, reason=reason)
    return outcome


def is_newer(version: str, than: str) -> bool:
    """Whether one contract version came after another.

    Example:
        >>> is_newer("1.10", "1.9")
        True
    """
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
