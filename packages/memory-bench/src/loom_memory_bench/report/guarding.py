"""Guards: what would falsify a figure is looked for, and refused with its reason."""

from collections.abc import Iterable, Sequence

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.report import Guard


def guard(name: str, breaches: Sequence[str], *, holds: str) -> Guard:
    """A guard that is kept where there is no breach.

    Args:
        name: What is looked for, in a few words.
        breaches: What was found, the first of which is told.
        holds: What is told where nothing was found.
    """
    return Guard(name=name, passed=not breaches, detail=breaches[0] if breaches else holds)


def enforced(guards: Iterable[Guard], *, hint: str) -> list[Guard]:
    """All of the guards, every one of them kept.

    Raises:
        BenchmarkError: One is not; the message names it and what was found.
    """
    found = list(guards)
    broken = [each for each in found if not each.passed]
    if broken:
        raise BenchmarkError(f"guard {broken[0].name!r}: {broken[0].detail}", hint=hint)
    return found
