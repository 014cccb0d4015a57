"""What a text may be, before anything of it is written."""

from datetime import UTC, datetime

from loom_memory_core import InvalidEntryError, untainted
from pydantic import JsonValue


def checked_text(text: JsonValue, name: str = "text") -> JsonValue:
    """A text, or tainted text in its wrapper.

    Raises:
        InvalidEntryError: It is something else, or holds no character but blanks.
    """
    plain = untainted(text)
    if not isinstance(plain, str):
        raise InvalidEntryError(
            f"{name} is {text!r}, a {type(text).__name__}",
            hint="pass text, or taint(text, origin=...) for what a third party wrote",
        )
    if not plain.strip():
        raise InvalidEntryError(f"{name} is {plain!r}: nothing is said", hint="pass some words")
    return text


def checked_time(moment: object, name: str) -> datetime | None:
    """A moment in UTC, or ``None``.

    Raises:
        InvalidEntryError: It is no datetime with a time zone.
    """
    if moment is None:
        return None
    if not isinstance(moment, datetime) or moment.utcoffset() is None:
        raise InvalidEntryError(
            f"{name} is {moment!r}", hint="pass a datetime with a time zone, in UTC best"
        )
    return moment.astimezone(UTC)
