"""The cases that the user has chosen by id or by pattern."""

from fnmatch import fnmatchcase

from loom_memory_core import nearest

from loom_conformance.check.failure import USAGE, CouldNotCheckError
from loom_conformance.contract import MemoryStoreContract
from loom_conformance.promise import cases_of


def chosen_cases(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """The ids that ``patterns`` name; none, for all, if there are no patterns.

    Raises:
        CouldNotCheckError: A pattern names no case.

    Examples:
        >>> chosen_cases(("read.limit-zero", "clear.t*"))
        ('read.limit-zero', 'clear.twice', 'clear.then-append')
    """
    known = list(cases_of(MemoryStoreContract))
    found: dict[str, None] = {}
    for pattern in patterns:
        named = [each for each in known if fnmatchcase(each, pattern)]
        if not named:
            guess = nearest(pattern, known)
            raise CouldNotCheckError(
                f"the kit has no case {pattern!r}",
                hint=f"did you mean {guess}?"
                if guess
                else "docs/reference/conformance.md lists them",
                code=USAGE,
            )
        found.update(dict.fromkeys(named))
    return tuple(found)
