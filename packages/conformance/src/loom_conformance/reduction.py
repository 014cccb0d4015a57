"""A sequence of calls that shows a fault, made as short as it can be."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from loom_memory_core import MemoryEntry

from loom_conformance.pair import Call

PLAINEST: Final = MemoryEntry(content="kiwi", id="a")

Shows = Callable[[list[Call]], bool]
"""Whether a sequence still shows the fault."""


def reduced(calls: list[Call], shows: Shows) -> list[Call]:
    """The shortest sequence that can be reached by leaving out calls and parts of batches.

    Example:
        >>> calls = [Call(verb) for verb in ("append", "read", "clear", "append")]
        >>> shorter = reduced(calls, lambda some: Call("clear") in some)
        >>> [call.verb for call in shorter]
        ['clear']
    """
    for candidate in _shorter(calls):
        if shows(candidate):
            return reduced(candidate, shows)
    return calls


def _shorter(calls: list[Call]) -> Iterator[list[Call]]:
    """Sequences a step shorter, the boldest step first."""
    size = len(calls) // 2
    while size:
        for start in range(0, len(calls), size):
            yield [*calls[:start], *calls[start + size :]]
        size //= 2
    for at, call in enumerate(calls):
        for smaller in _smaller(call):
            yield [*calls[:at], smaller, *calls[at + 1 :]]


def _smaller(call: Call) -> Iterator[Call]:
    for place, value in enumerate(call.args):
        if isinstance(value, list):
            for smaller in _smaller_lists(value):
                yield replace(call, args=(*call.args[:place], smaller, *call.args[place + 1 :]))


def _smaller_lists(values: list[Any]) -> Iterator[list[Any]]:
    for at in range(len(values)):
        yield values[:at] + values[at + 1 :]
    for at, value in enumerate(values):
        if isinstance(value, MemoryEntry) and value != PLAINEST:
            yield [*values[:at], PLAINEST, *values[at + 1 :]]
