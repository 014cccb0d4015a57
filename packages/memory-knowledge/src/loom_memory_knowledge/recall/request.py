"""What is asked for: which sources, of which time."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.keys import SOURCES, Plane, Source

MIXES: Final = (frozenset({"facts", "notes"}), frozenset({"facts", "notes", "documents"}))
"""The sets of several sources that may be recalled together."""


def checked_sources(sources: Sequence[Source] | Collection[Source]) -> tuple[Source, ...]:
    """The sources, in a fixed order, if they are a set that recall offers.

    Raises:
        TypeError: They are a single text.
        ValueError: One is unknown, or the set is not offered.

    Examples:
        >>> checked_sources(["notes", "facts"])
        ('facts', 'notes')
        >>> checked_sources(["facts", "traces"])
        Traceback (most recent call last):
            ...
        ValueError: sources are ['facts', 'traces']; pass one alone, ...
    """
    if isinstance(sources, str):
        raise TypeError(f"sources is {sources!r}, a str; pass a list: [{sources!r}]")
    asked = set(sources)
    if len(asked) == 1 and asked <= set(SOURCES):
        return tuple(sources)[:1]
    if frozenset(asked) not in MIXES:
        raise ValueError(
            f"sources are {sorted(map(str, asked))}; pass one alone, facts with notes, or facts "
            f"with notes and documents; they are {', '.join(SOURCES)}"
        )
    return tuple(each for each in SOURCES if each in asked)


def planes_of(source: Source, *, past: bool) -> tuple[Plane, ...]:
    """The planes that a source is searched in: with the past, facts that have ended too."""
    return ("facts", "facts.past") if source == "facts" and past else (source,)


def checked_moment(moment: object, name: str) -> datetime | None:
    """A moment in UTC, or ``None``.

    Raises:
        TypeError: It is no datetime, or has no time zone.
    """
    if moment is None:
        return None
    if not isinstance(moment, datetime) or moment.utcoffset() is None:
        raise TypeError(f"{name} is {moment!r}; pass a datetime with a time zone")
    return moment.astimezone(UTC)


def is_valid(chunk: Chunk, moment: datetime) -> bool:
    """Whether a fact is true at a moment; what is no fact always is.

    An end is the first moment at which it is no longer true, so one in the future is to come.
    """
    if chunk.body.kind != "fact":
        return True
    ends = [chunk.body.valid_to, chunk.closed.at if chunk.closed is not None else None]
    begun = chunk.body.valid_from is None or chunk.body.valid_from <= moment
    return begun and all(end is None or moment < end for end in ends)
