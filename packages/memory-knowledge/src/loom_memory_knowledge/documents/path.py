"""A path: the name of a document in a scope's tree."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self
from unicodedata import category, normalize

from loom_memory_knowledge.errors import InvalidPathError

MAX_SEGMENTS: Final = 64
MAX_PATH_BYTES: Final = 400
"""With a scope of the longest id, written out, and a name that stands for itself, a key's 1,024."""

_ALSO: Final = frozenset("._-")


class Path(NamedTuple):
    """Where a document can be found: ``/entities/person/ada``.

    Examples:
        >>> path = Path.parse("/documents/runbooks/failover")
        >>> path.name, str(path.parent)
        ('failover', '/documents/runbooks')
        >>> str(path.parent / "restart")
        '/documents/runbooks/restart'
    """

    segments: tuple[str, ...]
    """Each in NFC; none for the root."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The path that a text spells.

        Args:
            text: Begins with ``/``; ``/`` alone is the root. A segment holds letters, marks and
                digits of any alphabet, ``.``, ``_`` and ``-``.

        Raises:
            TypeError: It is not text.
            InvalidPathError: It breaks one of the rules; the message says which, and where.
        """
        if not isinstance(text, str):
            raise TypeError(f"path is {text!r}, a {type(text).__name__}; pass text")
        if not text.startswith("/"):
            raise InvalidPathError(
                f"path {text!r} does not begin with '/'", hint=f"write {'/' + text!r}"
            )
        return cls.of(text[1:].split("/") if text != "/" else [])

    @classmethod
    def of(cls, segments: Iterable[str]) -> Self:
        """The path of some segments.

        Raises:
            InvalidPathError: One of them breaks a rule, or they are too many or too long.
        """
        checked = tuple(_segment(each) for each in segments)
        path = cls(checked)
        if len(checked) > MAX_SEGMENTS:
            raise InvalidPathError(
                f"path {str(path)[:60]!r} has {len(checked)} segments, more than {MAX_SEGMENTS}",
                hint="put it less deep",
            )
        size = len(str(path).encode())
        if size > MAX_PATH_BYTES:
            raise InvalidPathError(
                f"path {str(path)[:60]!r} has {size} bytes of UTF-8, more than {MAX_PATH_BYTES}",
                hint="shorten its longest segments",
            )
        return path

    @property
    def parent(self) -> "Path":
        """The directory that holds it; the root's is the root."""
        return Path(self.segments[:-1])

    @property
    def name(self) -> str:
        """The last segment; empty for the root."""
        return self.segments[-1] if self.segments else ""

    @property
    def directory(self) -> str:
        """As a part of the keys of what lies below it: empty for the root."""
        return "".join(f"/{each}" for each in self.segments)

    def is_below(self, other: "Path") -> bool:
        """Whether it lies in the subtree of ``other``, or is it."""
        return self.segments[: len(other.segments)] == other.segments

    def __truediv__(self, name: str) -> "Path":
        return Path.of([*self.segments, name])

    def __str__(self) -> str:
        return self.directory or "/"


def path_segment(text: str) -> str:
    """Any text as a segment: what cannot stand in one becomes ``-``.

    Args:
        text: Such as a file's name or a title.

    Raises:
        InvalidPathError: Nothing of it can stand in a segment.

    Examples:
        >>> path_segment("Fail over (db-7)")
        'Fail-over-db-7'
    """
    kept = "".join(each if _may_stand(each) else " " for each in normalize("NFC", text))
    segment = "-".join(kept.split()).strip("-")
    return _segment(segment.lstrip(".") or segment)


def _segment(text: str) -> str:
    segment = normalize("NFC", text)
    if segment in {"", ".", ".."}:
        raise InvalidPathError(
            f"a path holds the segment {segment!r}",
            hint="segments are names: none is empty, '.' or '..', and no '/' stands at the end",
        )
    for character in segment:
        if not _may_stand(character):
            raise InvalidPathError(
                f"segment {segment!r} of a path holds {character!r}",
                hint="use letters, marks and digits of any alphabet, '.', '_' and '-'",
            )
    return segment


def _may_stand(character: str) -> bool:
    return character in _ALSO or category(character)[0] in "LM" or category(character) == "Nd"
