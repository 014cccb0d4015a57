"""An index that is slow to prepare: asked outside connections, and not twice for one thing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import psycopg
import pytest
from loom_memory_core import EmbeddingMismatchError, LoomError, MemoryEntry, StoreWriteError
from loom_memory_postgres import (
    Database,
    Fault,
    Index,
    PostgresMemoryStore,
    PostgresOptions,
    Scored,
    StoredRow,
    WordIndex,
    count_unprepared,
    indexes_of_schema,
    make_table,
    partitions_of,
    reindex_schema,
    repair_schema,
)

Raw = psycopg.Connection[tuple[Any, ...]]

IN_USE = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND state <> 'idle'"
)


class DearIndex:
    """Holds the upper-case text of each row, and remembers what it was asked to prepare."""

    name = "dear"
    scheme = "dear+postgresql"
    parameters: Mapping[str, str] = {"colour": "blue"}

    def __init__(self, raw: Raw, identity: str = "upper") -> None:
        self.identity = identity
        self.prepared: list[str] = []
        self.in_use = 0
        self.meanwhile: Callable[[], None] = lambda: None
        self._raw = raw

    def create(self, db: Database) -> None:
        columns = ['key text COLLATE "C"', "seq bigint", "text text", "PRIMARY KEY (key, seq)"]
        make_table(db, "loom_dear", columns, partitions=partitions_of(db))

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[str]:
        row = self._raw.execute(IN_USE.encode()).fetchone()
        self.in_use += row[0] if row else 0
        self.prepared += [str(entry.content) for entry in entries]
        if entries:
            self.meanwhile()
        return [str(entry.content).upper() for entry in entries]

    def recall(self, db: Database, entries: Sequence[MemoryEntry]) -> list[str | None]:
        known = set()
        for table in ("loom_dear", "loom_kept_dear"):
            if db.has("SELECT to_regclass(%(name)s) IS NOT NULL", {"name": f"loom.{table}"}):
                known |= {row[0] for row in db.execute(f"SELECT text FROM {{schema}}.{table}")}
        texts = [str(entry.content).upper() for entry in entries]
        return [text if text in known else None for text in texts]

    def keep(self, db: Database, prepared: Sequence[str]) -> None:
        db.execute("CREATE TABLE IF NOT EXISTS {schema}.loom_kept_dear (text text)")
        values = {"texts": list(prepared)}
        db.execute("INSERT INTO {schema}.loom_kept_dear SELECT unnest(%(texts)s::text[])", values)

    def forget(self, db: Database) -> None:
        db.execute("DROP TABLE IF EXISTS {schema}.loom_kept_dear")

    def prepare_query(self, query: str) -> str:
        return query.upper()

    def add(self, db: Database, key: str, rows: Sequence[tuple[int, str]]) -> None:
        for seq, text in rows:
            values = {"key": key, "seq": seq, "text": text}
            db.execute("INSERT INTO {schema}.loom_dear VALUES (%(key)s, %(seq)s, %(text)s)", values)

    def drop(self, db: Database, key: str, rows: Sequence[StoredRow]) -> None:
        values = {"key": key, "seqs": [row.seq for row in rows]}
        db.execute(
            "DELETE FROM {schema}.loom_dear WHERE key = %(key)s AND seq = ANY(%(seqs)s)", values
        )

    def clear(self, db: Database, key: str) -> None:
        db.execute("DELETE FROM {schema}.loom_dear WHERE key = %(key)s", {"key": key})

    def search(self, db: Database, key: str, question: str, *, limit: int) -> list[Scored]:
        values = {"key": key, "text": question, "limit": limit}
        found = db.execute(
            "SELECT seq FROM {schema}.loom_dear WHERE key = %(key)s AND text = %(text)s "
            "ORDER BY seq DESC LIMIT %(limit)s",
            values,
        )
        return [Scored(seq, 1.0) for (seq,) in found]

    def cut_entries(self, db: Database) -> int:
        return db.number("SELECT count(*) FROM {schema}.loom_dear WHERE text = 'CUT'")

    def check(self, db: Database) -> Iterator[Fault]:
        wrong = "SELECT key, seq FROM {schema}.loom_dear WHERE text = 'WRONG'"
        for key, seq in db.execute(wrong).fetchall():
            yield Fault("index-row-differs", "wrong", key, seq)

    def embedding(self, db: Database) -> str:
        return f"{db.number('SELECT count(*) FROM {schema}.loom_dear')} of {self.identity}"

    def same_space(self, identity: str) -> bool:
        return identity == f"{self.identity}case"

    def mismatch(self, identity: str, *, place: str, url: str) -> LoomError:
        return EmbeddingMismatchError(f"{place} is {identity}", hint=f"open {url}")


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def dear(raw: Raw) -> DearIndex:
    return DearIndex(raw)


@pytest.fixture
def both(options: PostgresOptions, dear: DearIndex) -> Iterator[PostgresMemoryStore]:
    with closing(PostgresMemoryStore(options, indexes=[WordIndex(), dear], searcher=dear)) as store:
        yield store


def test_what_can_be_recalled_is_not_prepared(both: PostgresMemoryStore, dear: DearIndex) -> None:
    both.append("k", said("one", "two"))
    both.append("other", said("two", "three"))
    both.replace("k", said("three", "four", "one"))
    assert dear.prepared == ["one", "two", "three", "four"]
    assert dear.in_use == 0
    assert [hit.entry.content for hit in both.search("k", "three")] == ["three"]
    assert both.inspect(check=True).problems == ()


def test_the_embedding_space_is_shown(both: PostgresMemoryStore) -> None:
    both.append("k", said("one"))
    assert both.inspect().embedding == "1 of upper"


def test_another_space_is_refused_by_its_own_error_before_anything_is_prepared(
    both: PostgresMemoryStore, options: PostgresOptions, raw: Raw
) -> None:
    both.append("k", said("one"))
    other = DearIndex(raw, identity="lower")
    with closing(
        PostgresMemoryStore(options, indexes=[WordIndex(), other], searcher=other)
    ) as store:
        verbs: list[Callable[[], object]] = [
            lambda: store.append("k", said("two")),
            lambda: store.replace("k", said("two")),
            lambda: store.search("k", "one"),
        ]
        for verb in verbs:
            with pytest.raises(EmbeddingMismatchError, match="is upper") as caught:
                verb()
            assert "dear+postgresql://***@" in caught.value.hint
            assert caught.value.hint.endswith("?colour=blue")
    assert other.prepared == []


def test_a_schema_is_prepared_before_the_transaction_that_builds_it(
    store: PostgresMemoryStore, options: PostgresOptions, dear: DearIndex, raw: Raw
) -> None:
    store.append("a", said(*(f"note {number}" for number in range(200))))
    store.append("b", said(*(f"note {number}" for number in range(150, 300))))
    indexes: list[Index[Any, Any]] = [WordIndex(), dear]
    assert count_unprepared(options, indexes) == 300
    steps: list[tuple[int, int]] = []
    assert reindex_schema(options, indexes, progress=lambda *step: steps.append(step)) == 350
    assert sorted(set(dear.prepared)) == sorted(f"note {number}" for number in range(300))
    assert dear.in_use == 0
    assert steps[-1] == (350, 350)
    assert count_unprepared(options, indexes) == 0
    assert [each.name for each in indexes_of_schema(options)] == ["dear", "words"]
    assert raw.execute("SELECT count(*) FROM loom.loom_dear").fetchone() == (350,)
    assert raw.execute("SELECT to_regclass('loom.loom_kept_dear')").fetchone() == (None,)


def test_what_others_write_meanwhile_is_built_too(
    store: PostgresMemoryStore, options: PostgresOptions, dear: DearIndex
) -> None:
    store.append("k", said(*(f"note {number}" for number in range(300))))
    written: list[int] = []

    def write() -> None:
        if len(written) < 5:
            written.append(len(written))
            entries = store.read("k")
            in_an_old_slot = said(f"old slot {len(written)}")
            store.replace("k", [*in_an_old_slot, *entries[1:], *said(f"new {len(written)}")])
            store.append(f"k{len(written)}", said(f"elsewhere {len(written)}"))

    dear.meanwhile = write
    assert reindex_schema(options, [WordIndex(), dear]) == 310
    with closing(PostgresMemoryStore(options, indexes=[WordIndex(), dear], searcher=dear)) as both:
        for text in ("new 1", "new 5", "old slot 5", "note 299"):
            assert len(both.search("k", text)) == 1
        assert len(both.search("k5", "elsewhere 5")) == 1


def test_writers_that_never_rest_are_named_and_nothing_is_built(
    store: PostgresMemoryStore, options: PostgresOptions, dear: DearIndex
) -> None:
    store.append("k", said("one"))
    dear.meanwhile = lambda: store.append("k", said(f"more {len(dear.prepared)}"))
    with pytest.raises(StoreWriteError, match="others change entries faster"):
        reindex_schema(options, [WordIndex(), dear])
    store.append("k", said("two"))
    dear.meanwhile = lambda: None
    before = len(dear.prepared)
    reindex_schema(options, [WordIndex(), dear])
    assert len(dear.prepared) == before + 2


def test_a_reindex_that_fails_goes_on_where_it_was(
    store: PostgresMemoryStore, options: PostgresOptions, dear: DearIndex, raw: Raw
) -> None:
    store.append("k", said(*(f"note {number}" for number in range(300))))

    def fail() -> None:
        if len(dear.prepared) > 200:
            raise ConnectionError("the model did not answer")

    dear.meanwhile = fail
    with pytest.raises(ConnectionError):
        reindex_schema(options, [WordIndex(), dear])
    store.append("k", said("still written in the old way"))
    assert len(store.search("k", "note", limit=1_000)) == 300
    again = DearIndex(raw)
    reindex_schema(options, [WordIndex(), again])
    assert len(again.prepared) == 301 - 128


def test_a_repair_prepares_only_what_is_lost(
    both: PostgresMemoryStore, options: PostgresOptions, dear: DearIndex, raw: Raw
) -> None:
    both.append("k", said("one", "two", "three"))
    raw.execute("UPDATE loom.loom_dear SET text = 'WRONG' WHERE seq = 2")
    dear.prepared.clear()
    assert [each.kind for each in repair_schema(options, [WordIndex(), dear])] == [
        "index-row-differs"
    ]
    assert dear.prepared == ["two"]
    assert len(both.search("k", "two")) == 1


class Matching(WordIndex):
    """Answers with every match and its share."""

    def search(self, db: Database, key: str, question: Any, *, limit: int) -> list[Scored]:  # noqa: ANN401, ARG002
        matches = self.matches(db, key, question)
        if matches is None:
            return []
        rows = db.execute(matches.begin + "SELECT seq, share FROM words", matches.values)
        return [Scored(seq, share) for seq, share in rows]


@pytest.mark.parametrize("more", [0, 50], ids=["few terms", "many terms"])
def test_words_tell_every_match_and_its_share(options: PostgresOptions, more: int) -> None:
    texts = ["kiwi", "the kiwi and the mango", "the rest", "quartz"]
    rest = " ".join(f"x{at}" for at in range(more))
    with (
        closing(PostgresMemoryStore(options)) as store,
        closing(PostgresMemoryStore(options, indexes=[Matching()])) as matching,
    ):
        store.append("k", said(*texts))
        for query in ("what of the kiwi", "the", "mango kiwi", "zebra", "the zebra"):
            hits = store.search("k", f"{query} {rest}", limit=100)
            found = {
                hit.entry.content: hit.score for hit in matching.search("k", f"{query} {rest}")
            }
            assert found.keys() == {hit.entry.content for hit in hits}
            assert all(0 <= share < 1 for share in found.values())
            ranked = [hit.entry.content for hit in hits if hit.score > 1e-6]
            assert ranked == sorted(ranked, key=lambda text: -found[text])
            assert {text for text, share in found.items() if share} == set(ranked)
