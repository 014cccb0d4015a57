"""What must change so that a document says what another text says."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from loom_memory_knowledge.chunk import Body, Chunk


class Pair(NamedTuple):
    """A chunk that stands, and what is to stand in its place."""

    chunk: Chunk | None
    """``None`` for something new."""

    body: Body | None
    """``None`` for something that goes."""


def paired(chunks: Sequence[Chunk], bodies: Sequence[Body]) -> list[Pair]:
    """Each chunk beside what it becomes, in the order of the new text.

    A chunk that says the same stays; of what differs in one place, the ones of equal headings
    are the same chunk, edited, and then those at the same place.
    """
    old = [_identity(chunk.body) for chunk in chunks]
    new = [_identity(body) for body in bodies]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    pairs: list[Pair] = []
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        ours, theirs = chunks[start:end], bodies[new_start:new_end]
        if tag == "equal":
            pairs += [Pair(*each) for each in zip(ours, theirs, strict=True)]
        else:
            pairs += _replaced(ours, theirs)
    return pairs


def _identity(body: Body) -> tuple[object, ...]:
    return (body.heading, body.level, str(body.text))


def _replaced(chunks: Sequence[Chunk], bodies: Sequence[Body]) -> Iterator[Pair]:
    headings = SequenceMatcher(
        None,
        [chunk.body.heading for chunk in chunks],
        [body.heading for body in bodies],
        autojunk=False,
    )
    for tag, start, end, new_start, new_end in headings.get_opcodes():
        ours, theirs = chunks[start:end], bodies[new_start:new_end]
        if tag in {"equal", "replace"}:
            yield from (Pair(*each) for each in zip_longest(ours, theirs))
        else:
            yield from (Pair(each, None) for each in ours)
            yield from (Pair(None, each) for each in theirs)
