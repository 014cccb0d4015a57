"""Values are shown as the Python that makes them, and cut where they are long."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from loom_conformance.source import python
from loom_memory_core import MemoryEntry, SearchHit

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TIME = "datetime.fromisoformat('2026-01-01T12:00:00+00:00')"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (MemoryEntry(content="cat"), "MemoryEntry(content='cat')"),
        (
            MemoryEntry(content=None, role="", id="one"),
            "MemoryEntry(content=None, role='', id='one')",
        ),
        (
            MemoryEntry(content=[1.0, True], timestamp=NOON, meta={"a": {}}),
            f"MemoryEntry(content=[1.0, True], timestamp={TIME}, meta={{'a': {{}}}})",
        ),
        (SearchHit(MemoryEntry(content=1), 0.5), "SearchHit(MemoryEntry(content=1), score=0.5)"),
        (
            SearchHit(MemoryEntry(content=1), 0.5, 0.25),
            "SearchHit(MemoryEntry(content=1), score=0.5, similarity=0.25)",
        ),
        ("a\0b\ud83d", "'a\\x00b\\ud83d'"),
        ("x" * 1_000, "'x' * 1000"),
        ("lazy dog " * 100, f"{('lazy dog ' * 14)[:120]!r}..."),
        ((), "()"),
        ((1,), "(1,)"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, ...]"),
        (partial(Path, "/x"), "partial(Path, '/x')"),
        (2**70, str(2**70)),
    ],
)
def test_values_are_shown_as_python(value: object, text: str) -> None:
    assert python(value) == text


def test_what_is_shown_makes_the_same_entry_again() -> None:
    entry = MemoryEntry(content={"a": [None, -0.0, "é\0"]}, role="r", timestamp=NOON, id="one")
    assert eval(python(entry), {"MemoryEntry": MemoryEntry, "datetime": datetime}) == entry  # noqa: S307
