"""The level that a store reaches: ``core``, then each proven verb, or ``full``."""

from collections.abc import Mapping, Sequence
from typing import Final

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.outcome import Status

NONE: Final = "none"
FULL: Final = "full"

Results = Sequence[tuple[str, Status | None]]
"""The verb of each case, and how it ended; ``None`` if it was not run at all."""


def level_of(results: Results) -> str:
    """The level that these results show.

    A verb is proven when at least one of its cases passed and none of them failed or was
    left out of the run. A case that needs two verbs counts for the first.

    Example:
        >>> level_of([("core", Status.PASSED), ("search", Status.PASSED)])
        'core+search'
        >>> level_of([("core", Status.FAILED), ("search", Status.PASSED)])
        'none'
    """
    by_verb: dict[str, list[Status | None]] = {}
    for verb, status in results:
        by_verb.setdefault(verb, []).append(status)
    if not _is_proven(by_verb, "core"):
        return NONE
    proven = [verb for verb in OPTIONAL_VERBS if _is_proven(by_verb, verb)]
    is_waived = any(status is Status.WAIVED for _, status in results)
    if len(proven) == len(OPTIONAL_VERBS) and not is_waived:
        return FULL
    return "+".join(["core", *proven])


def _is_proven(by_verb: Mapping[str, Sequence[Status | None]], verb: str) -> bool:
    statuses = by_verb.get(verb, ())
    broken = any(status in {None, Status.FAILED} for status in statuses)
    return not broken and Status.PASSED in statuses
