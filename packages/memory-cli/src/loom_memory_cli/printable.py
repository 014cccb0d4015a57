"""Stored text made safe to show: nothing in it can drive the terminal."""

import re
from typing import Final

_CONTROLS: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters but tab and line feed; those that reorder text; lone surrogates."""


def printable(text: str) -> str:
    r"""``text`` with control characters written as escapes; tabs and line ends stay.

    Examples:
        >>> printable("red \x1b[31malert")
        'red \\x1b[31malert'
    """
    return _CONTROLS.sub(_escaped, text)


def printable_line(text: str) -> str:
    r"""``text`` on one line: tabs and line ends are escaped too.

    Examples:
        >>> printable_line("two\nlines")
        'two\\nlines'
    """
    return printable(text).replace("\n", r"\n").replace("\t", r"\t")


def shortened(text: str, width: int) -> str:
    """``text`` cut to ``width`` characters, with dots where it was cut.

    Examples:
        >>> shortened("incident-response", 10)
        'inciden...'
    """
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _escaped(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004 - one byte
