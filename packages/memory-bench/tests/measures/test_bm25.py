"""The exact BM25 that rankings are held to: FTS5's own, key by key."""

import sqlite3
from itertools import islice
from pathlib import Path

import pytest
from loom_memory_bench.bm25 import Bm25, overlap
from loom_memory_bench.speed.corpus import KINDS, Item, Kind, items, queries
from loom_memory_bench.speed.key_tables import KeyTables
from loom_memory_bench.speed.raw_fts5 import RawFts5, any_word


@pytest.fixture(scope="module")
def rows() -> list[Item]:
    return list(islice(items(), 400))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_scores_are_those_of_fts5(rows: list[Item], kind: Kind) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE f USING fts5(id UNINDEXED, text)")
    db.executemany("INSERT INTO f VALUES (?, ?)", [(row.entry.id, row.text) for row in rows])
    exact = Bm25({row.entry.id: row.words for row in rows})
    for query in queries(kind, 20):
        found = db.execute("SELECT id, -rank FROM f WHERE f MATCH ?", (any_word(query),))
        assert exact.scores(query) == pytest.approx(dict(found.fetchall()))
    db.close()


def test_overlap_is_the_part_of_the_best() -> None:
    exact = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.5}
    assert overlap(["b", "a"], exact, limit=2) == 1.0
    assert overlap(["a", "c"], exact, limit=2) == 0.5
    assert overlap(["d", "x"], exact, limit=2) == 0.0


def test_overlap_takes_ties_as_equal_and_misses_as_missing() -> None:
    exact = {"a": 3.0, "b": 1.0, "c": 1.0 + 1e-7, "d": 1.0}
    assert overlap(["a", "d"], exact, limit=2) == 1.0
    assert overlap(["a"], exact, limit=3) == 1 / 3
    assert overlap(["a", "a", "a"], exact, limit=3) == 1 / 3
    assert overlap([], {}) == 1.0


def test_a_table_per_key_and_the_join_find_the_same_rows(rows: list[Item], tmp_path: Path) -> None:
    tables, joined = KeyTables(tmp_path / "tables.db"), RawFts5(tmp_path / "joined.db")
    for engine in (tables, joined):
        engine.append(1, rows[:100])
        engine.append(2, rows[100:])
    for query in queries(KINDS[0], 20):
        found = tables.search_key(1, query, limit=100)
        assert sorted(found) == sorted(joined.search_key(1, query, limit=100))
        assert set(found) <= {row.body for row in rows[:100]}
    tables.close()
    joined.close()


def test_a_rewritten_list_is_found_by_its_new_words_alone(rows: list[Item], tmp_path: Path) -> None:
    engine = RawFts5(tmp_path / "raw.db")
    old, new = rows[:10], rows[10:20]
    engine.append(1, old)
    engine.append(2, rows[20:30])
    engine.rewrite(1, old, new)
    assert engine.bodies(1) == [row.body for row in new]
    gone = set(old[0].words).difference(*(row.words for row in rows[10:30]))
    assert gone
    assert engine.search(" ".join(sorted(gone))) == []
    engine.close()
