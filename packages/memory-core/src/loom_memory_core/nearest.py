"""The likeliest meaning of a name that nobody knows."""

from collections.abc import Sequence


def nearest(name: str, known: Sequence[str]) -> str | None:
    """The one of ``known`` that ``name`` was most likely meant to be, if any is close."""
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    return next(iter(get_close_matches(name, known, n=1)), None)
