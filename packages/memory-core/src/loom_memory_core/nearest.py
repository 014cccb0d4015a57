"""The likeliest meaning of a name that nobody knows."""

from collections.abc import Sequence


def nearest(name: str, known: Sequence[str]) -> str | None:
    """The one of ``known`` that ``name`` was most likely meant to be.

    Args:
        name: What somebody wrote.
        known: What it could have been.

    Returns:
        The likeliest name, or ``None`` where none is close.

    Examples:
        >>> nearest("serach", ["read", "search"])
        'search'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    return next(iter(get_close_matches(name, known, n=1)), None)
