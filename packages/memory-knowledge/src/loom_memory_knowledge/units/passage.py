"""The passages of a section's Markdown: prose and fenced code, without their scaffolding."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_RULE: Final = re.compile(r"[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+|#+)")


LONGEST: Final = 1_000
"""Characters of one passage of prose. An embedder reads some 250 words of a text and no more, and
an index of words ranks a short passage above a long one that says the same."""

_SEPARATORS: Final = ("\n\n", "\n", ". ", "。", " ")
"""Where prose that is longer is cut: at the last of the first kind that there is."""


class Passage(NamedTuple):
    """A part of a section that is indexed by itself."""

    kind: Literal["prose", "code"]
    start: int
    end: int
    """Where it stands in the section's text, in characters."""

    text: str
    """What of it is indexed: lines that are rules, fences or bare ``#`` are left out."""


def passages(text: str) -> list[Passage]:
    r"""The passages of a section, in order; one without a line of its own is left out.

    A fence that is not closed runs to the end. Prose of more than 1,000 characters is cut, between
    paragraphs where it can be.

    Examples:
        >>> for each in passages("Stop it:\n```sh\n# not a heading\npg_ctl stop\n```\n---\n"):
        ...     print(each.kind, each.start, each.end, repr(each.text))
        prose 0 8 'Stop it:'
        code 15 42 '# not a heading\npg_ctl stop'
    """
    return [each for each in _passages(text) if each.text]


def _passages(text: str) -> Iterator[Passage]:
    start = at = 0
    fence = ""
    for line in text.splitlines(keepends=True):
        end = at + len(line)
        marker = _FENCE.fullmatch(line.rstrip())
        if not fence and marker and not _is_inline(marker):
            yield from _prose(text, start, at)
            fence, start = marker[1], end
        elif fence and _closes(line, fence):
            yield _code(text, start, at)
            fence, start = "", end
        at = end
    if fence:
        yield _code(text, start, at)
    else:
        yield from _prose(text, start, at)


def _is_inline(marker: re.Match[str]) -> bool:
    """Whether a line of backticks is code inside prose: a fence's info string holds none."""
    return marker[1][0] == "`" and "`" in marker[2]


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]} and not line.startswith("    ")


def _prose(text: str, start: int, end: int) -> Iterator[Passage]:
    start, end = _trimmed(text, start, end)
    while start < end:
        stop = end if end - start <= LONGEST else _cut(text, start)
        first, last = _trimmed(text, start, stop)
        kept = [each for each in text[first:last].splitlines() if not _RULE.fullmatch(each)]
        yield Passage("prose", first, last, "\n".join(kept).strip())
        start = stop


def _cut(text: str, start: int) -> int:
    """Where a passage ends that begins at ``start`` and would be too long."""
    for separator in _SEPARATORS:
        at = text.rfind(separator, start + LONGEST // 2, start + LONGEST)
        if at >= 0:
            return at + len(separator)
    return start + LONGEST


def _code(text: str, start: int, end: int) -> Passage:
    start, end = _trimmed(text, start, end)
    return Passage("code", start, end, text[start:end])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the blank at its ends."""
    inside = text[start:end]
    if not inside.strip():
        return start, start
    return end - len(inside.lstrip()), start + len(inside.rstrip())
