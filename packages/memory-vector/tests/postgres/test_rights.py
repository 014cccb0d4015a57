"""Who makes the extension and the tables, and who only uses them."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_memory_core import LoomError, MemoryEntry, MigrationError
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Raw = psycopg.Connection[tuple[Any, ...]]

GRANTS = """
GRANT USAGE ON SCHEMA loom TO "{role}";
GRANT SELECT ON loom.loom_schema, loom.loom_indexes TO "{role}";
GRANT SELECT, INSERT, UPDATE, DELETE
  ON loom.loom_lists, loom.loom_entries, loom.loom_vectors TO "{role}";
"""


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def role(postgres_url: str, raw: Raw) -> Iterator[str]:
    """A role without any right, named after the test's database: roles are the server's."""
    name = "app_" + postgres_url.rpartition("/")[2]
    raw.execute(f"CREATE ROLE \"{name}\" LOGIN PASSWORD 'secret'".encode())
    yield name
    raw.execute(f'DROP OWNED BY "{name}"'.encode())
    raw.execute(f'DROP ROLE "{name}"'.encode())


@pytest.fixture
def role_url(role: str, url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=f"{role}:secret@{parts.hostname}:{parts.port}").geturl()


def test_a_role_that_may_not_make_the_extension_is_told_who_may(
    opener: Opener, raw: Raw, role: str, role_url: str
) -> None:
    name = raw.execute("SELECT current_database()").fetchone()
    raw.execute(f'GRANT CREATE ON DATABASE "{name[0] if name else ""}" TO "{role}"'.encode())
    with pytest.raises(LoomError, match="permission denied to create extension") as caught:
        opener(url=role_url)
    assert "CREATE EXTENSION" in caught.value.hint
    raw.execute("CREATE EXTENSION vector")
    store = opener(url=role_url)
    store.append("k", said("kiwi"))
    assert len(store.search("k", "kiwi")) == 1


def test_a_role_without_ddl_rights_uses_what_another_made(
    opener: Opener, raw: Raw, role: str, role_url: str, url: str
) -> None:
    with pytest.raises(MigrationError, match="migrate is off"):
        opener(url=role_url, migrate=False)
    command = [sys.executable, "-m", "loom_memory_cli", "memory", "migrate", "--store"]
    chosen = f"{url}?embedder=recorded_embedder:first&min_score=0.75&migrate=false"
    done = subprocess.run([*command, chosen], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for statement in GRANTS.format(role=role).split(";"):
        raw.execute(statement.encode())
    store = opener(url=role_url, migrate=False)
    store.append("k", said("kiwi", "mango"))
    store.replace("k", said("mango", "quartz"))
    assert len(store.search("k", "quartz")) == 1
    assert store.inspect(check=True).problems == ()
    assert store.inspect().embedding == "first, 64 dimensions, weights aaaaaaaaaaaa"


def test_an_extension_off_the_search_path_is_named(opener: Opener, raw: Raw) -> None:
    raw.execute("CREATE SCHEMA elsewhere")
    raw.execute("CREATE EXTENSION vector SCHEMA elsewhere")
    with pytest.raises(LoomError, match="not on the search path") as caught:
        opener()
    assert "search_path" in caught.value.hint
