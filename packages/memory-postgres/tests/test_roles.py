"""Roles that may not make tables, and roles that see the keys of one prefix."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_memory_core import MemoryEntry, MigrationError, StoreUrl, StoreWriteError
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex, migrate_schema

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]

GRANTS = """
GRANT USAGE ON SCHEMA loom TO "{role}";
GRANT SELECT ON loom.loom_schema, loom.loom_indexes TO "{role}";
GRANT SELECT, INSERT, UPDATE, DELETE
  ON loom.loom_lists, loom.loom_entries, loom.loom_words TO "{role}";
"""

POLICIES = """
ALTER TABLE loom.{table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_prefix ON loom.{table}
  USING (starts_with(key, current_user || '/'))
  WITH CHECK (starts_with(key, current_user || '/'));
"""


def run(raw: Raw, statements: str, **names: str) -> None:
    for name, value in names.items():
        statements = statements.replace("{" + name + "}", value)
    raw.execute(statements.encode())


@pytest.fixture
def role(postgres_url: str, raw: Raw) -> Iterator[str]:
    """A role without any right, named after the test's database: roles are the server's."""
    name = "app_" + postgres_url.rpartition("/")[2]
    run(raw, "CREATE ROLE \"{role}\" LOGIN PASSWORD 'secret'", role=name)
    yield name
    run(raw, 'DROP OWNED BY "{role}"; DROP ROLE "{role}"', role=name)


def url_of(role: str, url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=f"{role}:secret@{parts.hostname}:{parts.port}").geturl()


def opened_as(role: str, url: str, **options: object) -> PostgresMemoryStore:
    values = {"url": url_of(role, url), "migrate": False, **options}
    return PostgresMemoryStore(PostgresOptions.model_validate(values))


def test_a_role_without_ddl_rights_uses_what_another_migrated(
    postgres_url: str, raw: Raw, role: str
) -> None:
    with pytest.raises(MigrationError, match="migrate is off") as caught:
        opened_as(role, postgres_url)
    assert "loom memory migrate" in caught.value.hint
    migrate_schema(PostgresOptions(url=StoreUrl.parse(postgres_url)), [WordIndex("english")])
    run(raw, GRANTS, role=role)
    with closing(opened_as(role, postgres_url)) as store:
        store.append("k", [MemoryEntry(content="one", id="1"), MemoryEntry(content="two")])
        store.replace("k", [MemoryEntry(content="three", id="3")])
        assert store.search("k", "three")
        assert store.get("k", ["3"])
        assert store.remove("k", ["3"]) == 1
        store.clear("k")
        assert store.inspect(check=True).problems == ()
        assert list(store.keys()) == []
    with (
        pytest.raises(psycopg.errors.InsufficientPrivilege),
        closing(psycopg.connect(url_of(role, postgres_url))) as own,
    ):
        own.execute("CREATE TABLE loom.mine (a int)")


def test_the_right_that_is_missing_is_named(postgres_url: str, raw: Raw, role: str) -> None:
    migrate_schema(PostgresOptions(url=StoreUrl.parse(postgres_url)), [WordIndex("english")])
    run(raw, GRANTS, role=role)
    run(raw, 'REVOKE INSERT ON loom.loom_words FROM "{role}"', role=role)
    with closing(opened_as(role, postgres_url)) as store:
        with pytest.raises(StoreWriteError, match="loom_words") as caught:
            store.append("k", [MemoryEntry(content="one")])
        assert "GRANT" in caught.value.hint
        assert store.read("k") == []


def test_row_level_security_by_key_prefix(postgres_url: str, raw: Raw, role: str) -> None:
    with closing(PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(postgres_url)))) as owner:
        owner.append("other/k", [MemoryEntry(content="secret plan")])
        run(raw, GRANTS, role=role)
        for table in ("loom_lists", "loom_entries", "loom_words"):
            run(raw, POLICIES, table=table)
        with closing(opened_as(role, postgres_url)) as store:
            store.append(f"{role}/k", [MemoryEntry(content="own plan")])
            assert [hit.entry.content for hit in store.search(f"{role}/k", "plan")] == ["own plan"]
            assert list(store.keys()) == [f"{role}/k"]
            assert store.read("other/k") == []
            assert store.search("other/k", "plan") == []
            store.clear("other/k")
            with pytest.raises(StoreWriteError, match="row-level security") as caught:
                store.append("other/k", [MemoryEntry(content="planted")])
            assert "policy" in caught.value.hint
        assert [each.content for each in owner.read("other/k")] == ["secret plan"]


def loom(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "loom_memory_cli", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"}
    )


def test_the_command_migrates_and_says_so(postgres_url: str, raw: Raw) -> None:
    for _ in range(2):
        done = loom("memory", "migrate", "--store", f"{postgres_url}?schema=app", "--partitions=3")
        assert done.returncode == 0, done.stderr
        assert "'app' has number 1" in done.stderr
    counted = raw.execute(
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'app' AND tablename ~ '_p[0-2]$'"
    ).fetchone()
    assert counted == (9,)


def test_the_command_refuses_other_stores() -> None:
    done = loom("memory", "migrate", "--store", "memory://")
    assert done.returncode == 3
    assert "PostgreSQL" in done.stderr
