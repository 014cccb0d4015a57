"""Lists spread by key: hash partitions, and statements that touch one key."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import (
    PostgresMemoryStore,
    PostgresOptions,
    WordIndex,
    migrate_schema,
    reindex_schema,
    repair_schema,
    sql,
    word_sql,
)

Raw = psycopg.Connection[tuple[Any, ...]]

TABLES = ("loom_lists", "loom_entries", "loom_words")
OVER_ALL_KEYS = {
    "sql.KEYS", "sql.KEYS_BETWEEN",  # keys
    "sql.LISTS", "sql.ENTRY_KEYS", "sql.COUNT_ENTRIES", "sql.MISCOUNTED", "word_sql.KEYS",
    "word_sql.COUNT_CUT",  # inspect, repair and reindex
    "sql.HAS_ENTRIES", "sql.HOLD_WRITERS", "sql.LISTS_CHANGED",  # opening, and maintenance
}  # fmt: skip
"""What keys, inspect, opening and maintenance ask; a dump asks for the keys, then for each list."""

MODULES = {"sql": sql, "word_sql": word_sql}


def statements() -> Iterator[tuple[str, str]]:
    for module, values in MODULES.items():
        for name, value in vars(values).items():
            if name.isupper() and isinstance(value, str) and "{schema}.loom_" in value:
                yield f"{module}.{name}", value
    for short, text in word_sql.NEWEST.items():
        yield f"newest, short {short}", text
        yield f"rank, short {short}", word_sql.rank(3, short=short)
        yield f"matches, short {short}", word_sql.matches(2, 3, short=short)


def test_every_other_statement_names_one_key_for_each_table() -> None:
    seen = dict(statements())
    assert seen.keys() >= OVER_ALL_KEYS
    for name, text in seen.items():
        tables = [each for each in re.findall(r"{schema}\.(loom_\w+)", text) if each in TABLES]
        if name in OVER_ALL_KEYS or not tables:
            continue
        named = len(
            re.findall(r"key = %\(key\)s|%\(key\)s,|\(%\(key\)s|held\.key = list\.key", text)
        )
        assert named >= len(tables), (name, text)


def test_no_statement_about_the_lists_stands_anywhere_else() -> None:
    folder = Path(sql.__file__).parent
    about = re.compile(rf"{{schema}}}}?\.({'|'.join(TABLES)})")
    makes = "CREATE INDEX loom_"
    found = {
        path.stem
        for path in folder.rglob("*.py")
        for line in path.read_text().splitlines()
        if about.search(line) and makes not in line
    }
    assert found == set(MODULES)


@pytest.fixture
def spread(options: PostgresOptions) -> Iterator[PostgresMemoryStore]:
    migrate_schema(options, [WordIndex("english")], partitions=4)
    with closing(PostgresMemoryStore(options)) as store:
        yield store


def test_the_partitioned_form_works(
    spread: PostgresMemoryStore, options: PostgresOptions, raw: Raw
) -> None:
    for at in range(40):
        spread.append(f"k/{at}", [MemoryEntry(content=f"entry {at}", id=str(at))])
    assert list(spread.keys("k/1")) == sorted(f"k/{at}" for at in range(40) if f"{at}"[0] == "1")
    assert [hit.entry.id for hit in spread.search("k/7", "7 entry")] == ["7"]
    spread.replace("k/7", [MemoryEntry(content="other", id="x")])
    assert spread.remove("k/8", ["8"]) == 1
    assert spread.inspect(check=True).problems == ()
    assert spread.inspect().bytes > 0
    for table in TABLES:
        used = raw.execute(f"SELECT count(DISTINCT tableoid) FROM loom.{table}".encode()).fetchone()
        assert used == (4,)
    assert reindex_schema(options, [WordIndex("english")]) == 39
    assert repair_schema(options, [WordIndex("english")]) == []
    assert spread.search("k/9", "entry")
    parts = raw.execute(
        "SELECT count(*) FROM pg_inherits WHERE inhparent = 'loom.loom_words'::regclass"
    ).fetchone()
    assert parts == (4,)


def test_a_verb_reads_one_partition(spread: PostgresMemoryStore, raw: Raw) -> None:
    for at in range(40):
        spread.append(f"k/{at}", [MemoryEntry(content=f"entry {at}")])
    plan = raw.execute(
        "EXPLAIN SELECT entry FROM loom.loom_entries WHERE key = 'k/3' ORDER BY seq"
    ).fetchall()
    assert len(set(re.findall(r"loom_entries_p\d", str(plan)))) == 1


def test_two_applications_share_a_database(postgres_url: str) -> None:
    url = StoreUrl.parse(postgres_url)
    names = ("one", 'a "quoted" Name')
    stores = [
        PostgresMemoryStore(PostgresOptions.model_validate({"url": url, "schema": name}))
        for name in names
    ]
    for name, store in zip(names, stores, strict=True):
        store.append("k", [MemoryEntry(content=f"only of {name}")])
    for name, store in zip(names, stores, strict=True):
        assert [each.content for each in store.read("k")] == [f"only of {name}"]
        assert len(store.search("k", "only")) == 1
        assert store.inspect(check=True).problems == ()
        store.close()
