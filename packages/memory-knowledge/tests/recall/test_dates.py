from datetime import UTC, datetime

import pytest
from loom_memory_knowledge.recall.dates import NamedDate, fit, named_date


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("on May 7, 2023", (2023, 5, 7)),
        ("on the 7th of May", (None, 5, 7)),
        ("in june 2022", (2022, 6, None)),
        ("May 2023 plans", (2023, 5, None)),
        ("during 2023", (2023, None, None)),
        ("2024-02-29 outage", (2024, 2, 29)),
        ("2024-13", (2024, None, None)),
        ("at June 10:30", (None, 6, None)),
    ],
)
def test_a_date_is_read(query: str, named: tuple[int | None, ...]) -> None:
    assert named_date(query) == NamedDate(*named)


@pytest.mark.parametrize("query", ["you may march on", "", "7 of them", "room 20231", "mayor"])
def test_what_is_no_date(query: str) -> None:
    assert named_date(query) is None


def test_another_year_does_not_fit() -> None:
    assert fit(NamedDate(2023, 5, None), datetime(2022, 5, 1, tzinfo=UTC)) == 0.0
    assert fit(NamedDate(None, 5, None), datetime(2022, 5, 31, tzinfo=UTC)) == 1.0
    assert fit(NamedDate(2022, None, None), datetime(2022, 12, 31, tzinfo=UTC)) == 1.0
