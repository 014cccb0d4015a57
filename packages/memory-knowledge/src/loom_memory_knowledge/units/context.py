"""What of other chunks goes into the units of one: what was said before, what is transcluded."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.unit import Use

BEFORE: Final = 2
"""So many turns before a turn help to find it; chosen on four LoCoMo conversations."""

_NOTHING: Final[Mapping[str, tuple[Use, JsonValue]]] = MappingProxyType({})


class Neighbour(NamedTuple):
    """A turn before another."""

    use: Use
    text: JsonValue
    """With its speaker, and in its wrapper if it is tainted."""


class Context(NamedTuple):
    """What a chunk's units are made from, beside the chunk.

    Examples:
        >>> Context().before
        ()
    """

    before: tuple[Neighbour, ...] = ()
    """The turns before a turn, at most two, in order."""

    transcluded: Mapping[str, tuple[Use, JsonValue]] = _NOTHING
    """The section that each spelled target leads to; one that leads nowhere is not there."""

    @classmethod
    def of_turn(cls, before: Sequence[Chunk]) -> Self:
        """The context of a turn.

        Args:
            before: What was said before it in the session; the last two count.
        """
        return cls(tuple(_neighbour(each) for each in before[-BEFORE:]))


def _neighbour(turn: Chunk) -> Neighbour:
    return Neighbour(Use(document=turn.document, chunk=turn.id), spoken(turn))


def spoken(turn: Chunk) -> JsonValue:
    """What a turn says, with its speaker before it."""
    return led(turn.body.text, [f"{turn.body.role}:"] if turn.body.role else [], sep=" ")


def led(text: JsonValue, lines: list[str], *, sep: str = "\n") -> JsonValue:
    r"""``text`` with something before it; a taint stays around all of it.

    Examples:
        >>> from loom_memory_core import taint
        >>> led("Restart it.", ["Runbook"])
        'Runbook\nRestart it.'
        >>> led(taint("Restart it.", origin="wiki"), ["Runbook"])
        {'$tainted': {'origin': 'wiki', 'value': 'Runbook\nRestart it.'}}
    """
    match text:
        case str():
            return sep.join([*lines, text] if text else lines)
        case {"$tainted": {"origin": str(origin), "value": value}}:
            return {"$tainted": {"origin": origin, "value": led(value, lines, sep=sep)}}
    return text
