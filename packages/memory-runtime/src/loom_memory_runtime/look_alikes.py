"""Text in which nothing can pass for a fence's marker, and nothing is hidden from the reader.

Markers are written with three of ``<`` and three of ``>``. So of two neighbours that look like
``<``, or like ``>``, the second is written as an escape; marks and joiners between them do not
part them. What a reader cannot see is written as an escape too: controls, characters that
reorder text, tags and the like, which can carry instructions that only a model reads.
"""

from typing import Final
from unicodedata import category, normalize

OPENING: Final = frozenset("<⫷⪡‹«˂ᐸᚲ≪⋖⋘⟨⟪〈〈《❬❮❰⦑⦓⧼⩹⪻≤≲≺𝈶")
"""Characters that look like ``<``, or like several."""

CLOSING: Final = frozenset(">⫸⪢›»˃ᐳ≫⋗⋙⟩⟫〉〉》❭❯❱⦒⦔⧽⩺⪼≥≳≻𝈷𖼿")
"""Characters that look like ``>``, or like several."""

TRIPLES: Final = frozenset("⋘⋙⫷⫸")
"""Characters that look like a marker's whole three."""

JOINERS: Final = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""What scripts and emoji need of the characters that cannot be seen."""

LINE_ENDS: Final = ("\r\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
"""What somebody takes for the end of a line, beside the line feed."""


def plain_lines(text: str) -> list[str]:
    r"""The lines of ``text``, with nothing in them that is a marker or cannot be seen.

    Args:
        text: Any text.

    Returns:
        At least one line; a line holds no line end of any kind.

    Examples:
        >>> plain_lines("a <<< b\r\nand \x1b[31m red")
        ['a <\\u003c\\u003c b', 'and \\u001b[31m red']
    """
    for end in LINE_ENDS:
        text = text.replace(end, "\n")
    return [plain_line(line) for line in text.split("\n")]


def plain_line(text: str) -> str:
    """``text`` on one line; a line feed in it is written as an escape."""
    written: list[str] = []
    before = ""
    for character in text:
        side = _side(character)
        is_unsafe = (side and side == before) or character in TRIPLES or _is_unseen(character)
        written.append(_escape(character) if is_unsafe else character)
        if side or not _is_mark(character):
            before = side
    return "".join(written)


def _side(character: str) -> str:
    """``<`` or ``>`` for a character that looks like it; else the empty text."""
    if character < "\x80":
        return character if character in "<>" else ""
    # Compatibility forms, and those with a stroke or a dot, hold the plain one.
    parts = normalize("NFKD", character)
    if character in OPENING or "<" in parts:
        return "<"
    return ">" if character in CLOSING or ">" in parts else ""


def _is_mark(character: str) -> bool:
    """Whether the character hangs on to the one before, so that it does not part two others."""
    return character in JOINERS or (character > "\x7f" and category(character)[0] == "M")


def _is_unseen(character: str) -> bool:
    if character == "\t" or " " <= character <= "~" or character in JOINERS:
        return False
    return category(character) in _UNSEEN or _is_ignorable(ord(character))


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, formats, halves of surrogate pairs, separators of lines and paragraphs."""

_IGNORABLE: Final = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
)
"""What Unicode calls ignorable by default and is in no category above (DerivedCoreProperties)."""


def _is_ignorable(code: int) -> bool:
    return any(first <= code <= last for first, last in _IGNORABLE)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - as Python writes
