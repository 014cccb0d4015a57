"""Promises that a backend's authors know they break: ``loom-waivers.toml`` beside their tests.

[[waiver]]
case = "search.thai"
reason = "the engine has no segmenter for Thai"
link = "https://example.org/issues/7"
expires = 2027-06-30      # optional: afterwards the case fails again
store = "TestAcme"        # optional: for this contract class only
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

FILE_NAME: Final = "loom-waivers.toml"

FIELDS: Final = ("case", "reason", "link", "expires", "store")
REQUIRED: Final = ("case", "reason", "link")


@dataclass(frozen=True)
class Waiver:
    """One promise that is known to be broken, and why."""

    case: str
    reason: str
    link: str
    expires: date | None = None

    def is_over(self, today: date | None = None) -> bool:
        """Whether it does not hold any more."""
        return self.expires is not None and self.expires < (today or datetime.now(UTC).date())


@dataclass(frozen=True)
class Waivers:
    """The waivers of one contract class, and what is wrong with the file."""

    by_case: Mapping[str, Waiver]
    problems: tuple[str, ...] = ()

    def holding(self, case: str) -> Waiver | None:
        """The waiver of a case that still holds."""
        waiver = self.by_case.get(case)
        return None if waiver is None or waiver.is_over() else waiver


def read_waivers(folder: Path, *, store: str, cases: Collection[str]) -> Waivers:
    """The waivers in ``folder`` for one contract class.

    Args:
        folder: Where the file of the contract class lies.
        store: The name of the class.
        cases: The ids of its cases.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        return Waivers({})
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("waiver", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Waivers({}, (f"{FILE_NAME} cannot be read: {error}",))
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return Waivers({}, (f"{FILE_NAME} holds no [[waiver]] tables; write one for each case",))
    return _checked([table for table in tables if table.get("store", store) == store], cases)


def _checked(tables: list[dict[str, Any]], cases: Collection[str]) -> Waivers:
    found: dict[str, Waiver] = {}
    problems: list[str] = []
    for at, table in enumerate(tables, start=1):
        wrong = list(_problems(table, at, cases=cases, found=found))
        problems += wrong
        if not wrong:
            found[table["case"]] = _waiver(table)
    problems += [
        f"the waiver of {each.case} expired on {each.expires}"
        for each in found.values()
        if each.is_over()
    ]
    return Waivers(found, tuple(problems))


def _problems(
    table: dict[str, Any], at: int, *, cases: Collection[str], found: Collection[str]
) -> Iterator[str]:
    name = table.get("case", f"number {at}")
    for field in REQUIRED:
        if not isinstance(table.get(field), str) or not table[field].strip():
            yield f"the waiver {name} has no {field}"
    for field in sorted(set(table).difference(FIELDS)):
        yield f"the waiver {name} has the field {field!r}; known are {', '.join(FIELDS)}"
    if not isinstance(table.get("expires", date.max), date):
        yield f"the waiver {name} expires on {table['expires']!r}; write a date, such as 2027-06-30"
    if "case" in table and name not in cases:
        yield f"the waiver {name} names no case of this kit"
    if name in found:
        yield f"the case {name} is waived twice"


def _waiver(table: dict[str, Any]) -> Waiver:
    expires = table.get("expires")
    if isinstance(expires, datetime):
        expires = expires.date()
    return Waiver(table["case"], table["reason"], table["link"], expires)
