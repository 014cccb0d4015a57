"""One line of the speed report: ours, the other's, and what was to be reached."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from loom_memory_bench.table import table

UNITS: Final = {"us": 1e6, "ms": 1e3, "s": 1.0}
"""How many of a unit make a second."""


class Goal(NamedTuple):
    """A bound on a row's value."""

    sign: str
    """``<=`` or ``>=``."""

    bound: float

    def met_by(self, value: float) -> bool:
        """Whether ``value`` keeps the bound."""
        return value <= self.bound if self.sign == "<=" else value >= self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


class Row(NamedTuple):
    """One figure. Times are in ``unit``."""

    target: str
    what: str
    value: float
    """The ratio or exponent that the goal is about."""

    goal: Goal | None
    """``None``: reported, and nothing is asked of it."""

    ours: float | None = None
    other: float | None = None
    """The raw engine's, or what else the row compares ours with."""

    unit: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached, if there is one."""
        return None if self.goal is None else self.goal.met_by(self.value)

    def as_json(self) -> dict[str, JsonValue]:
        """The row as a report carries it."""
        return {
            **self._asdict(),
            "goal": None if self.goal is None else str(self.goal),
            "met": self.met,
        }


def at_most(bound: float | None) -> Goal | None:
    """A goal from above; ``None`` stays none."""
    return None if bound is None else Goal("<=", bound)


def at_least(bound: float | None) -> Goal | None:
    """A goal from below."""
    return None if bound is None else Goal(">=", bound)


def ratio(
    target: str, what: str, times: tuple[float, float], *, unit: str, goal: float | None = None
) -> Row:
    """How many times the other's seconds ours are, at most ``goal``; ``times`` is ours first."""
    ours, other = (each * UNITS[unit] for each in times)
    return Row(target, what, ours / other, at_most(goal), ours, other, unit)


def speedup(
    target: str, what: str, times: tuple[float, float], *, unit: str, goal: float | None = None
) -> Row:
    """The same turned round: how many times faster ours is, at least ``goal``."""
    ours, other = (each * UNITS[unit] for each in times)
    return Row(target, what, other / ours, at_least(goal), ours, other, unit)


def shown(rows: Sequence[Row]) -> str:
    """The rows as a table."""
    head = ["target", "ours", "other", "unit", "value", "goal", "met"]
    return table(head, [_cells(row) for row in rows])


def _cells(row: Row) -> list[str]:
    verdict = {True: "yes", False: "NO", None: "-"}[row.met]
    numbers = ["-" if number is None else f"{number:.4g}" for number in (row.ours, row.other)]
    goal = "reported" if row.goal is None else str(row.goal)
    return [f"{row.target} {row.what}", *numbers, row.unit, f"{row.value:.3g}", goal, verdict]
