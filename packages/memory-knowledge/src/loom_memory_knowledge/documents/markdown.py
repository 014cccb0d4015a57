"""Markdown as chunks, and back: one section for each heading of the document itself.

A heading inside a list, a quotation or a fence is text. Written out again, every heading is of
the ``#`` form with one blank line around it; that form comes back byte for byte.
"""

import re
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Final, NamedTuple

from loom_memory_core import LoomError, untainted

from loom_memory_knowledge.chunk import Chunk

_FRONT_MATTER: Final = re.compile(
    r"\A(?:[ \t]*\n)*---[ \t]*\n\w[^\n:]*:.*?^(?:---|\.\.\.)[ \t]*(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_CLOSING: Final = re.compile(r"(^|\s)(#+)$")


class Section(NamedTuple):
    """What stands under one heading, up to the next."""

    heading: tuple[str, ...]
    """The trail of headings, its own last; empty for what stands before the first."""

    level: int
    """1 to 6; 0 for what stands before the first heading."""

    text: str
    """Without its heading, and without blank lines around it."""


class MarkdownError(LoomError, ValueError):
    """Chunks that Markdown cannot hold: written out, they would be read as others."""

    code = "markdown"


def sections(text: str) -> list[Section]:
    r"""The sections of a Markdown text, in order.

    Examples:
        >>> for each in sections("# db-7\n\nRuns.\n\n## Fail over\n\n```sh\n# stop\n```\n"):
        ...     print(each.level, each.heading, repr(each.text))
        1 ('db-7',) 'Runs.'
        2 ('db-7', 'Fail over') '```sh\n# stop\n```'
    """
    source = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    front = _FRONT_MATTER.match(source)
    offset = front.end() if front else 0
    body = source[offset:]
    lines = body.split("\n")
    headings = _headings(body)
    first = headings[0].start if headings else len(lines)
    opening = _unblanked(source[:offset] + "\n".join(lines[:first]))
    found = [Section((), 0, opening)] if opening else []
    return [*found, *_under(headings, lines)]


class _Heading(NamedTuple):
    level: int
    text: str
    start: int
    """Its first line, counted from 0."""

    end: int
    """The line after its last."""


def _headings(text: str) -> list[_Heading]:
    tokens = import_module("markdown_it").MarkdownIt("commonmark").parse(text)
    return [
        _Heading(int(token.tag[1:]), _one_line(inline.content), *token.map)
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


def _one_line(content: str) -> str:
    """A heading's text on one line, so spelled that a ``#`` at its end stays there."""
    line = " ".join(content.split())
    return _CLOSING.sub(r"\1\\\2", line)


def _under(headings: Sequence[_Heading], lines: Sequence[str]) -> list[Section]:
    found: list[Section] = []
    trail: list[_Heading] = []
    ends = [*(each.start for each in headings), len(lines)][1:]
    for heading, end in zip(headings, ends, strict=True):
        trail = [each for each in trail if each.level < heading.level] + [heading]
        names = tuple(each.text for each in trail)
        text = _unblanked("\n".join(lines[heading.end : end]))
        found.append(Section(names, heading.level, text))
    return found


def _unblanked(text: str) -> str:
    """``text`` without blank lines around it; the first line keeps its indentation."""
    lines = text.split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


def rendered(chunks: Sequence[Chunk]) -> str:
    """The Markdown text of a document's chunks; taint is not in it.

    Args:
        chunks: Those of a document, in order.

    Raises:
        MarkdownError: A chunk's text would swallow what follows it, or holds headings of its own.
    """
    expected = [_section(chunk) for chunk in chunks]
    text = "\n".join(_written(each) for each in expected)
    found = sections(text)
    if [(each.level, each.text) for each in found] != [
        (each.level, each.text) for each in expected
    ]:
        raise _unwritable(chunks, expected, found)
    return text


def _section(chunk: Chunk) -> Section:
    return Section(chunk.body.heading, chunk.body.level, str(untainted(chunk.body.text)))


def _written(section: Section) -> str:
    name = section.heading[-1] if section.level else ""
    heading = f"{'#' * section.level} {name}".rstrip()
    blocks = [each for each in (heading, section.text) if each]
    return "\n".join(f"{each}\n" for each in blocks)


def _unwritable(
    chunks: Sequence[Chunk], expected: Sequence[Section], found: Sequence[Section]
) -> MarkdownError:
    at = next(
        (at for at, (one, other) in enumerate(zip(expected, found, strict=False)) if one != other),
        min(len(expected), len(found)) - 1,
    )
    return MarkdownError(
        f"chunk {chunks[max(at, 0)].id!r} is not Markdown that would be read as it is written",
        hint="close its fences, and give a heading in its text a chunk of its own",
    )
