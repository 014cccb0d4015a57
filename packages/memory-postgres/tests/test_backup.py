"""The server's own backup and restore: the memory comes back as it was, and goes on."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from loom_conformance.services.postgres import fresh_database
from loom_memory_core import MemoryEntry, SearchHit, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex, migrate_schema

KEYS = ("team/db", 'a "quoted" \\ key', "設備")
QUERIES = ("fail over db-7", "entry", "設備", "")


def opened(url: str) -> PostgresMemoryStore:
    return PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(url)))


@pytest.fixture
def restored_url(postgres_url: str) -> Iterator[str]:
    """Another database on the same server, empty."""
    with fresh_database(postgres_url) as url:
        yield url


def fill(store: PostgresMemoryStore) -> None:
    for key in KEYS:
        store.append(
            key, [MemoryEntry(content=f"entry {at} é \0 \\. \t", id=f"{at}") for at in range(40)]
        )
        store.remove(key, ["39", "7"])
    store.append(
        "team/db", [MemoryEntry(content="db-7 fails over with pg_ctl promote", meta={"a": 1})]
    )
    store.append("設備", [MemoryEntry(content={"list": ["設備清单", -0.0, 1e300]})])


def seen(store: PostgresMemoryStore) -> tuple[dict[str, list[str]], list[list[SearchHit]]]:
    """Everything that a reader can tell about the store."""
    lists = {key: [each.to_json() for each in store.read(key)] for key in list(store.keys())}
    return lists, [store.search(key, query) for key in lists for query in QUERIES]


def run(programs: Path, name: str, *arguments: str) -> None:
    done = subprocess.run(
        [programs / name, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def restored(programs: Path, form: str, source: str, target: str, path: Path) -> None:
    run(programs, "pg_dump", f"--format={form}", "--schema=loom", f"--file={path}", source)
    if form == "plain":
        run(programs, "psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={path}", target)
    else:
        run(programs, "pg_restore", "--exit-on-error", f"--dbname={target}", str(path))


@pytest.mark.parametrize(("form", "partitions"), [("custom", 0), ("plain", 0), ("custom", 3)])
def test_what_is_restored_is_equal_and_goes_on(
    postgres_url: str,
    restored_url: str,
    postgres_programs: Path,
    tmp_path: Path,
    form: str,
    partitions: int,
) -> None:
    options = PostgresOptions(url=StoreUrl.parse(postgres_url))
    migrate_schema(options, [WordIndex("english")], partitions=partitions)
    with closing(opened(postgres_url)) as store:
        fill(store)
        before = seen(store)
        restored(postgres_programs, form, postgres_url, restored_url, tmp_path / "backup")
        store.append("team/db", [MemoryEntry(content="after the backup")])
        with closing(opened(restored_url)) as other:
            assert seen(other) == before
            assert other.inspect(check=True).problems == ()
            for key in KEYS:
                other.append(key, [MemoryEntry(content="zebra after the restore", id="z")])
                assert other.read(key)[-1].id == "z"
                assert [hit.entry.id for hit in other.search(key, "zebra")] == ["z"]
                other.replace(key, other.read(key)[1:])
                assert other.remove(key, ["z"]) == 1
            assert other.inspect(check=True).problems == ()
        assert store.read("team/db")[-1].content == "after the backup"


def test_a_backup_of_a_busy_store_is_one_state(
    postgres_url: str, restored_url: str, postgres_programs: Path, tmp_path: Path
) -> None:
    """Each append is whole in the backup, in rows and in the index, or it is not in it."""
    with closing(opened(postgres_url)) as store:
        fill(store)
        path = tmp_path / "backup"
        command = ["--format=custom", "--schema=loom", f"--file={path}", postgres_url]
        size = 0
        with subprocess.Popen([postgres_programs / "pg_dump", *command]) as child:
            while child.poll() is None:
                store.append(
                    "busy",
                    [MemoryEntry(content=f"busy {at}", id=f"{size}/{at}") for at in range(20)],
                )
                size += 1
        assert child.returncode == 0
    run(postgres_programs, "pg_restore", "--exit-on-error", f"--dbname={restored_url}", str(path))
    with closing(opened(restored_url)) as other:
        assert other.inspect(check=True).problems == ()
        ids = [each.id for each in other.read("busy")]
        assert ids == [f"{call}/{at}" for call in range(len(ids) // 20) for at in range(20)]
