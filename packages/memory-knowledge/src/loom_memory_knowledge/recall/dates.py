"""The date that a question names, and how well a moment fits it."""

import re
from datetime import datetime
from typing import Final, NamedTuple

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)

_WITHOUT_CAPITAL: Final = frozenset(_MONTHS) - {"march", "may"}
"""Those that are no other word."""

_MONTH: Final = re.compile(
    r"\b(?:"
    + "|".join([*(each.capitalize() for each in _MONTHS), *sorted(_WITHOUT_CAPITAL)])
    + r")\b"
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_DAY_BEFORE: Final = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?\s*$")
_DAY_AFTER: Final = re.compile(r"\s*(\d{1,2})(?:st|nd|rd|th)?\b(?!\d|:)")
_ISO: Final = re.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")

_NEAR_DAYS: Final = 7


class NamedDate(NamedTuple):
    """As much of a date as a question names."""

    year: int | None
    month: int | None
    day: int | None


def named_date(query: str) -> NamedDate | None:
    """The first date that a question names, in English or in ISO form.

    ``may`` and ``march`` are months only with a capital.

    Examples:
        >>> named_date("What did Ada say on 7 May 2023?")
        NamedDate(year=2023, month=5, day=7)
        >>> named_date("Which host failed in 2024-11?")
        NamedDate(year=2024, month=11, day=None)
        >>> named_date("What may it be?") is None
        True
    """
    iso = _ISO.search(query)
    if iso is not None and 1 <= int(iso[2]) <= len(_MONTHS):
        return NamedDate(int(iso[1]), int(iso[2]), int(iso[3]) if iso[3] else None)
    month, year = _MONTH.search(query), _YEAR.search(query)
    if month is None:
        return None if year is None else NamedDate(int(year[0]), None, None)
    return NamedDate(
        int(year[0]) if year else None,
        _MONTHS.index(month[0].lower()) + 1,
        _day(query[: month.start()], query[month.end() :]),
    )


def _day(before: str, after: str) -> int | None:
    found = _DAY_BEFORE.search(before) or _DAY_AFTER.match(after)
    return int(found[1]) if found is not None and 1 <= int(found[1]) <= 31 else None  # noqa: PLR2004


def fit(named: NamedDate, moment: datetime) -> float:
    """How well a moment fits a named date, in 0..1.

    Returns:
        1 in the month and the year that are named, and within a week of the day if one is; a
        half in the month but farther from the day; 0 otherwise.

    Examples:
        >>> from datetime import UTC
        >>> named = NamedDate(2023, 5, 7)
        >>> [fit(named, datetime(2023, month, day, tzinfo=UTC)) for month, day in
        ...  [(5, 7), (5, 14), (5, 15), (6, 7)]]
        [1.0, 1.0, 0.5, 0.0]
    """
    if named.year not in {None, moment.year} or named.month not in {None, moment.month}:
        return 0.0
    near = named.day is None or abs(moment.day - named.day) <= _NEAR_DAYS
    return 1.0 if near else 0.5
