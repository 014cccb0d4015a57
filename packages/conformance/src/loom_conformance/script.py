"""What a case did to a store, call by call, as the Python that does it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from loom_conformance.source import python

LONGEST: Final = 40
"""More steps than this are cut in the middle."""


@dataclass(frozen=True)
class Step:
    """One call of one verb."""

    store: str
    verb: str
    args: tuple[object, ...]
    options: Mapping[str, object]

    def __str__(self) -> str:
        given = [python(arg) for arg in self.args]
        given += [f"{name}={python(value)}" for name, value in self.options.items()]
        return f"{self.store}.{self.verb}({', '.join(given)})"


@dataclass
class Script:
    """The steps so far; adding one is safe from any thread."""

    steps: list[Step | str] = field(default_factory=list)

    def add(self, step: Step | str) -> None:
        """Put one step, or one line of Python, at the end."""
        self.steps.append(step)

    @property
    def last(self) -> str:
        """The last call, which is where a case failed."""
        calls = [step for step in self.steps if isinstance(step, Step)]
        return str(calls[-1]) if calls else "(nothing was called)"

    def lines(self) -> list[str]:
        """The steps as lines of Python."""
        if len(self.steps) <= LONGEST:
            return [str(step) for step in self.steps]
        cut = len(self.steps) - LONGEST
        head, tail = self.steps[: LONGEST - 5], self.steps[-5:]
        return [*map(str, head), f"# ... {cut:,} more steps like these ...", *map(str, tail)]
