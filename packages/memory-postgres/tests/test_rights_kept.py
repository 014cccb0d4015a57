"""A reindex builds new tables, and they have the rights that the old ones had."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_memory_core import MemoryEntry, StoreUrl, StoreWriteError
from loom_memory_postgres import (
    PostgresMemoryStore,
    PostgresOptions,
    WordIndex,
    migrate_schema,
    reindex_schema,
)

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]
Row = tuple[Any, ...]

TABLES = ("loom_lists", "loom_entries", "loom_words")

GRANTS = """
GRANT USAGE ON SCHEMA loom TO "{agent}";
GRANT SELECT ON loom.loom_schema, loom.loom_indexes TO "{agent}";
GRANT SELECT, INSERT, UPDATE, DELETE
  ON loom.loom_lists, loom.loom_entries, loom.loom_words TO "{agent}";
"""

POLICIES = """
ALTER TABLE loom.{table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_prefix ON loom.{table} USING (starts_with(key, current_user || '/'));
"""

EVERY_RIGHT = """
ALTER TABLE loom.loom_words FORCE ROW LEVEL SECURITY;
CREATE POLICY "for ""some"" rows" ON loom.loom_words AS RESTRICTIVE FOR UPDATE
  TO "{agent}", "{owner}" USING (key <> '{schema} 100%') WITH CHECK (seq > 0);
CREATE POLICY come ON loom.loom_words FOR INSERT WITH CHECK (true);
GRANT REFERENCES ON loom.loom_words TO "{agent}" WITH GRANT OPTION;
GRANT SELECT ON loom.loom_words TO PUBLIC;
GRANT UPDATE (length, cut) ON loom.loom_words TO PUBLIC;
"""

STATE = """
SELECT relname, relowner::regrole::text, relrowsecurity, relforcerowsecurity,
  (SELECT array_agg(a::text ORDER BY a::text)
   FROM unnest(coalesce(relacl, acldefault('r', relowner))) AS a),
  (SELECT array_agg(attname || attacl::text ORDER BY attname) FROM pg_attribute
   WHERE attrelid = pg_class.oid AND attacl IS NOT NULL),
  (SELECT array_agg((policyname, permissive, roles, cmd, qual, with_check)::text
     ORDER BY policyname) FROM pg_policies WHERE tablename = relname)
FROM pg_class
WHERE relname ~ '^loom_words(_p[0-9]+)?$'
ORDER BY relname
"""


def run(raw: Raw, statements: str, **names: str) -> None:
    for name, value in names.items():
        statements = statements.replace("{" + name + "}", value)
    raw.execute(statements.encode())


def state(raw: Raw) -> list[Row]:
    return raw.execute(STATE.encode()).fetchall()


@pytest.fixture
def role(postgres_url: str, raw: Raw) -> Iterator[Callable[[str], str]]:
    """Makes roles without any right, named after the test's database: roles are the server's."""
    database = postgres_url.rpartition("/")[2]
    made = []

    def make(kind: str) -> str:
        name = f"The {kind} of {database}"
        run(raw, "CREATE ROLE \"{name}\" LOGIN PASSWORD 'secret'", name=name)
        made.append(name)
        return name

    yield make
    for name in made:
        run(raw, 'DROP OWNED BY "{name}" CASCADE', name=name)
    for name in made:
        run(raw, 'DROP ROLE "{name}"', name=name)


@pytest.fixture
def owner(role: Callable[[str], str], raw: Raw, postgres_url: str) -> str:
    """A role that may make the schema, and is no superuser."""
    name = role("owner")
    database = postgres_url.rpartition("/")[2]
    run(raw, 'GRANT CREATE ON DATABASE "{database}" TO "{name}"', database=database, name=name)
    return name


@pytest.fixture
def agent(role: Callable[[str], str]) -> str:
    return role("agent")


def options_of(role: str, url: str) -> PostgresOptions:
    parts = urlsplit(url)
    name = role.replace(" ", "%20")
    place = parts._replace(netloc=f"{name}:secret@{parts.hostname}:{parts.port}").geturl()
    return PostgresOptions(url=StoreUrl.parse(place), migrate=False)


@pytest.fixture(params=[0, 3], ids=["whole", "partitioned"])
def granted(
    request: pytest.FixtureRequest, postgres_url: str, raw: Raw, owner: str, agent: str
) -> PostgresOptions:
    """What opens a schema as its owner, with the grants that the agent needs."""
    options = options_of(owner, postgres_url)
    migrate_schema(options, [WordIndex()], partitions=request.param)
    run(raw, GRANTS, agent=agent)
    return options


def test_a_role_with_few_rights_goes_on(
    granted: PostgresOptions, postgres_url: str, agent: str
) -> None:
    with closing(PostgresMemoryStore(options_of(agent, postgres_url))) as store:
        store.append("k", [MemoryEntry(content="one house")])
        assert reindex_schema(granted, [WordIndex()]) == 1
        store.append("k", [MemoryEntry(content="two houses")])
        assert len(store.search("k", "house")) == 2


def test_policies_hide_and_refuse_as_before(
    granted: PostgresOptions, postgres_url: str, raw: Raw, agent: str
) -> None:
    with closing(PostgresMemoryStore(granted)) as store:
        store.append("other/k", [MemoryEntry(content="secret plan")])
    for table in TABLES:
        run(raw, POLICIES, table=table)
    with closing(PostgresMemoryStore(options_of(agent, postgres_url))) as store:
        store.append(f"{agent}/k", [MemoryEntry(content="own plan")])
        assert reindex_schema(granted, [WordIndex()]) == 2
        assert len(store.search(f"{agent}/k", "plan")) == 1
        assert store.search("other/k", "plan") == []
        with pytest.raises(StoreWriteError, match="row-level security"):
            store.append("other/k", [MemoryEntry(content="planted")])
    with closing(psycopg.connect(str(raw.info.dsn), password=raw.info.password)) as own:
        own.execute(f'SET ROLE "{agent}"'.encode())
        assert own.execute("SELECT DISTINCT key FROM loom.loom_words").fetchall() == [
            (f"{agent}/k",)
        ]


def test_an_owner_who_sees_some_rows_is_refused_and_loses_none(
    granted: PostgresOptions, postgres_url: str, raw: Raw, agent: str
) -> None:
    with closing(PostgresMemoryStore(granted)) as store:
        store.append(f"{agent}/k", [MemoryEntry(content="own plan")])
    for table in TABLES:
        run(raw, POLICIES, table=table)
        run(raw, "ALTER TABLE loom.{table} FORCE ROW LEVEL SECURITY", table=table)
    with pytest.raises(StoreWriteError, match="row-level security"):
        reindex_schema(granted, [WordIndex()])
    with closing(PostgresMemoryStore(options_of(agent, postgres_url))) as store:
        assert len(store.search(f"{agent}/k", "plan")) == 1


@pytest.mark.parametrize("by", ["owner", "superuser"])
def test_every_right_is_the_same(
    by: str, granted: PostgresOptions, options: PostgresOptions, raw: Raw, owner: str, agent: str
) -> None:
    for table in TABLES[2:]:
        run(raw, POLICIES, table=table)
    run(raw, EVERY_RIGHT, owner=owner, agent=agent)
    for (part,) in raw.execute(
        "SELECT tablename FROM pg_tables WHERE tablename ~ '^loom_words_p'"
    ).fetchall():
        run(raw, POLICIES, table=part)
        run(raw, 'GRANT SELECT ON loom.{part} TO "{agent}"', part=part, agent=agent)
    before = state(raw)
    for _ in range(2):
        reindex_schema(granted if by == "owner" else options, [WordIndex("german")])
        assert state(raw) == before


def test_what_the_maker_gives_by_default_is_no_more_than_was_there(
    granted: PostgresOptions, raw: Raw, owner: str
) -> None:
    before = state(raw)
    run(raw, 'ALTER DEFAULT PRIVILEGES FOR ROLE "{o}" GRANT SELECT ON TABLES TO PUBLIC', o=owner)
    reindex_schema(granted, [WordIndex()])
    assert state(raw) == before


def test_who_may_not_hand_a_table_over_leaves_its_owner_the_rights(
    granted: PostgresOptions, postgres_url: str, raw: Raw, owner: str, agent: str
) -> None:
    run(raw, 'GRANT CREATE, USAGE ON SCHEMA loom TO "{agent}"', agent=agent)
    run(raw, 'GRANT ALL ON ALL TABLES IN SCHEMA loom TO "{owner}"', owner=owner)
    run(raw, 'ALTER SCHEMA loom OWNER TO "{agent}"', agent=agent)
    run(raw, 'GRANT ALL ON SCHEMA loom TO "{owner}"', owner=owner)
    for name in ("loom_schema", "loom_indexes", "loom_lists", "loom_entries"):
        run(raw, 'GRANT ALL ON loom.{name} TO "{agent}"', name=name, agent=agent)
    run(raw, 'REVOKE CREATE ON SCHEMA loom FROM "{owner}"', owner=owner)
    run(raw, 'GRANT "{owner}" TO "{agent}"', owner=owner, agent=agent)
    reindex_schema(options_of(agent, postgres_url), [WordIndex()])
    assert {row[1] for row in state(raw)} == {f'"{agent}"'}
    with closing(PostgresMemoryStore(granted)) as store:
        store.append("k", [MemoryEntry(content="a house")])
        assert len(store.search("k", "house")) == 1
