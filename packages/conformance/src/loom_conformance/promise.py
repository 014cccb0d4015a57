"""One case of the kit: one promise, and what a store needs before it can be asked for it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, TypeVar

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.seen import SEEN

Tier: TypeAlias = Literal["quick", "full", "soak"]

TIERS: Final[tuple[Tier, ...]] = ("quick", "full", "soak")
"""How long a run may take: seconds, minutes, as long as it takes."""

NEEDS: Final = (
    *OPTIONAL_VERBS,
    "terms",
    "similarity",
    "reopen",
    "processes",
    "fork",
)
"""What a case may need: a verb, a way of matching, or something of the store or the machine."""

CASE_ATTRIBUTE: Final = "loom_case"
"""Where a test function keeps its case."""

Function = TypeVar("Function", bound=Callable[..., None])


@dataclass(frozen=True)
class Case:
    """One promise that a store can be asked to keep."""

    id: str
    """Stable for ever: waivers, reports and other people's notes name it."""

    promise: str
    """The sentence that a store must make true; the docstring of the function."""

    function: Callable[..., None]
    """The test itself. Its parameters are named ``store`` or ``trial``."""

    needs: tuple[str, ...] = ()
    """What the store must have before the promise applies; see ``NEEDS``."""

    since: str = "1.0"
    """The contract version that the promise came with."""

    tier: Tier = "quick"
    """The shortest tier that runs it."""

    reproduce: str = ""
    """Plain Python that shows a failure, where the calls alone would not."""

    owner: type = object
    """The contract class that it was found on."""

    @property
    def name(self) -> str:
        """The name of the test function."""
        return self.function.__name__

    @property
    def verb(self) -> str:
        """The optional verb that it proves, or ``core``: its row in a report."""
        return next((need for need in self.needs if need in OPTIONAL_VERBS), "core")

    @property
    def seen(self) -> tuple[str, ...]:
        """Public reports of systems that broke the promise."""
        return SEEN.get(self.id, ())

    @property
    def anchor(self) -> str:
        """Where the case stands in the documentation."""
        return f"docs/reference/conformance.md#{self.id.replace('.', '')}"


def case(
    name: str, *, needs: str = "", since: str = "1.0", tier: Tier = "quick", reproduce: str = ""
) -> Callable[[Function], Function]:
    """Mark a method of a contract class as a case.

    Args:
        name: Its id, ``group.what-is-promised``.
        needs: What the store must have, joined by ``+``: ``"search+terms"``.
        since: The contract version that the promise came with.
        tier: The shortest tier that runs it.
        reproduce: Plain Python that shows a failure, where the recorded calls would not:
            threads, processes, changed objects. ``open_store()`` opens the store.

    Example:
        >>> class Contract:
        ...     @case("append.order")
        ...     def test_order(self, store):
        ...         '''Entries come back in the order they were appended.'''
        >>> cases_of(Contract)["append.order"].promise
        'Entries come back in the order they were appended.'
    """

    def mark(function: Function) -> Function:
        wanted = tuple(filter(None, needs.split("+")))
        unknown = [need for need in wanted if need not in NEEDS]
        if unknown:
            raise ValueError(f"case {name!r} needs {unknown[0]!r}; known are {', '.join(NEEDS)}")
        promise = " ".join((function.__doc__ or "").split())
        if not promise:
            raise ValueError(f"case {name!r} has no docstring; write its promise as one sentence")
        made = Case(name, promise, function, wanted, since, tier, reproduce.strip())
        setattr(function, CASE_ATTRIBUTE, made)
        return function

    return mark


def cases_of(contract: type) -> dict[str, Case]:
    """Every case of a contract class by its id, in the order they are written.

    A method that a subclass overrides without ``@case`` is no case any more.
    """
    found: dict[str, Case] = {}
    for name in _names_in_order(contract):
        marked = getattr(getattr(contract, name, None), CASE_ATTRIBUTE, None)
        if not isinstance(marked, Case):
            continue
        if marked.id in found:
            raise ValueError(f"two cases of {contract.__name__} are called {marked.id!r}")
        found[marked.id] = replace(marked, owner=contract)
    return found


def _names_in_order(contract: type) -> list[str]:
    order: dict[str, None] = {}
    for base in contract.__mro__:
        order.update(dict.fromkeys(vars(base)))
    return list(order)


def case_behind(function: Any) -> Case | None:  # noqa: ANN401 - whatever pytest collected
    """The case that a test function was marked as, if it was."""
    found = getattr(function, CASE_ATTRIBUTE, None)
    return found if isinstance(found, Case) else None
