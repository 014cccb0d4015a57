"""The passages of a section's Markdown: prose and fenced code, without their scaffolding."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_RULE: Final = re.compile(r"[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+|#+)")


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

    A fence that is not closed runs to the end.

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
            yield _prose(text, start, at)
            fence, start = marker[1], end
        elif fence and _closes(line, fence):
            yield _code(text, start, at)
            fence, start = "", end
        at = end
    yield _code(text, start, at) if fence else _prose(text, start, at)


def _is_inline(marker: re.Match[str]) -> bool:
    """Whether a line of backticks is code inside prose: a fence's info string holds none."""
    return marker[1][0] == "`" and "`" in marker[2]


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]} and not line.startswith("    ")


def _prose(text: str, start: int, end: int) -> Passage:
    start, end = _trimmed(text, start, end)
    kept = [each for each in text[start:end].splitlines() if not _RULE.fullmatch(each)]
    return Passage("prose", start, end, "\n".join(kept).strip())


def _code(text: str, start: int, end: int) -> Passage:
    start, end = _trimmed(text, start, end)
    return Passage("code", start, end, text[start:end])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the blank at its ends."""
    inside = text[start:end]
    if not inside.strip():
        return start, start
    return end - len(inside.lstrip()), start + len(inside.rstrip())
