"""Search by similarity in PostgreSQL: exact for each key, and as the list in SQLite answers."""

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from loom_memory_core import MemoryEntry, SearchHit, StoreUrl
from loom_memory_vector.postgres import vector_sql
from loom_memory_vector.postgres.store import VectorPostgresStore
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorPostgresStore]
Raw = psycopg.Connection[tuple[Any, ...]]

WORDS = "kiwi mango granite basalt quartz fig lime pear plum slate".split()  # noqa: SIM905

WIDE = {"min_score": -1, "min_top_score": -1}


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def contents(hits: list[SearchHit]) -> list[object]:
    return [hit.entry.content for hit in hits]


def sentences(count: int) -> list[str]:
    draw = random.Random(7)
    return [" ".join(draw.choices(WORDS, k=draw.randint(1, 6))) for _ in range(count)]


@pytest.mark.parametrize("dimension", [64, 256, 1_024])
@pytest.mark.parametrize("options", [WIDE, {"min_score": 0.4, "min_top_score": 0.7}], ids=str)
def test_the_answers_are_those_of_sqlite(
    opener: Opener, tmp_path: Path, options: dict[str, float], dimension: int
) -> None:
    chosen = {"embedder": f"hashing:{dimension}", **options}
    url = StoreUrl.parse(f"vector+sqlite:///{tmp_path}/memory.db")
    beside = VectorSqliteOptions.model_validate({"url": url, **chosen})
    entries = said(*sentences(150))
    with closing(VectorSqliteStore(beside)) as theirs:
        ours = opener(**chosen)
        for store in (ours, theirs):
            store.append("k", entries)
        for query in (*sentences(20), "the weather in Lisbon"):
            for limit in (1, 10, 1_000):
                assert ours.search("k", query, limit=limit) == theirs.search(
                    "k", query, limit=limit
                )


def test_equal_scores_are_newest_first(store: VectorPostgresStore) -> None:
    entries = said(*("kiwi mango", "mango kiwi") * 20, *("kiwi mango",) * 40)
    store.append("k", entries)
    hits = store.search("k", "kiwi mango", limit=25)
    assert [hit.entry.id for hit in hits] == [each.id for each in entries[::-1][:25]]
    assert {hit.similarity for hit in hits} == {1.0}


def test_a_gate_that_is_met_to_the_last_digit_is_open(opener: Opener) -> None:
    opener(**WIDE).append("k", said("kiwi mango", "quartz"))
    top = opener(**WIDE).search("k", "kiwi")[0].score
    for hybrid_gate, found in ((top, 1), (top + 1e-6, 0)):
        store = opener(min_score=0.1, min_top_score=hybrid_gate)
        assert len(store.search("k", "kiwi")) == found


def few_beside_many(store: VectorPostgresStore, many: int) -> None:
    for at in range(0, many, 2_000):
        store.append("many", said(*(f"kiwi w{at + number}" for number in range(2_000))))
    store.append("few", said(*(f"kiwi {word}" for word in WORDS), *WORDS[1:], "kiwi"))


@pytest.mark.parametrize("options", [{}, {"approximate": True}], ids=["exact", "approximate"])
@pytest.mark.parametrize("many", [4_000, pytest.param(60_000, marks=pytest.mark.soak)])
def test_a_short_key_beside_a_long_one_loses_nothing(
    opener: Opener, raw: Raw, many: int, options: dict[str, bool]
) -> None:
    store = opener(embedder="hashing:64", min_score=0.2, min_top_score=0.2, **options)
    few_beside_many(store, many)
    raw.execute("ANALYZE")
    for _ in range(8):  # from the sixth on, a plan for any key would be made
        hits = store.search("few", "kiwi", limit=10)
        assert len(hits) == 10
        assert hits[0].entry.content == "kiwi"
        assert all("kiwi" in str(content) for content in contents(hits))


def test_a_search_reads_the_vectors_of_its_own_key_alone(
    store: VectorPostgresStore, raw: Raw
) -> None:
    few_beside_many(store, 4_000)
    raw.execute("ANALYZE")
    statement = vector_sql.best("vector").replace("{schema}", "loom")
    question = str([0.125] * 64)
    values = {
        "key": "'few'",
        "question": f"'{question}'",
        "floor": "0",
        "margin": "0",
        "limit": "5",
    }
    for name, value in values.items():
        statement = statement.replace(f"%({name})s", value)
    row = raw.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".encode()).fetchone()
    scans = list(nodes_of(row[0][0]["Plan"] if row else {}))
    read = [each for each in scans if each.get("Relation Name") == "loom_vectors"]
    assert read
    assert [each["Node Type"] for each in read if each["Node Type"] == "Seq Scan"] == []
    assert all(each["Actual Rows"] <= 20 for each in read)
    assert all(each.get("Rows Removed by Filter", 0) == 0 for each in read)


def nodes_of(plan: dict[str, Any]) -> "list[dict[str, Any]]":
    return [plan, *(node for child in plan.get("Plans", ()) for node in nodes_of(child))]


def test_the_graph_is_walked_and_what_it_lacks_is_searched_exactly(
    opener: Opener, raw: Raw
) -> None:
    store = opener(approximate=True, **WIDE)
    store.append("k", said(*sentences(400)))
    made = raw.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'loom_vectors_graph'")
    assert [row[0] for row in made if "hnsw (vector vector_ip_ops)" in row[0]]
    exact = opener(**WIDE)
    for query in ("kiwi mango", "slate of plum"):
        assert len(store.search("k", query, limit=10)) == 10
        assert store.search("k", query, limit=5_000) == exact.search("k", query, limit=5_000)
        assert (
            store.search("k", query, limit=1)[0].score == exact.search("k", query, limit=1)[0].score
        )
    assert store.search("none", "kiwi") == []


@pytest.mark.parametrize("dimension", [2_001, 3_072, 4_000])
def test_beyond_two_thousand_dimensions_half_precision_is_kept(
    opener: Opener, raw: Raw, dimension: int
) -> None:
    store = opener(embedder=f"hashing:{dimension}", approximate=True, **WIDE)
    store.append("k", said(*WORDS, "kiwi mango"))
    kept = "SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attname = 'vector' "
    row = raw.execute(f"{kept} AND attrelid = 'loom.loom_vectors'::regclass".encode()).fetchone()
    assert row == (f"halfvec({dimension})",)
    hits = opener(embedder=f"hashing:{dimension}", **WIDE).search("k", "kiwi mango", limit=3)
    assert hits[0].entry.content == "kiwi mango"
    assert hits[0].similarity == pytest.approx(1, abs=1e-3)
    assert {hit.entry.content for hit in hits[1:]} == {"kiwi", "mango"}
    assert store.inspect(check=True).problems == ()
