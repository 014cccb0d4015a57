"""What may stand at the path, and what each mistake is answered with."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    InvalidOptionsError,
    LoomError,
    MemoryEntry,
    MigrationError,
    ReadOnlyStoreError,
    StoreUrl,
    open_store,
    require,
)
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions, reindex_file, repair_file

Opener = Callable[..., SqliteMemoryStore]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.mark.parametrize(
    "url", ["sqlite://x.db", "sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:"]
)
def test_a_url_that_names_no_file_is_refused_with_the_right_spelling(url: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        open_store(url)
    assert "sqlite:///" in caught.value.hint or "memory://" in caught.value.hint


@pytest.mark.parametrize(
    "query",
    ["synchronous=off", "busy_timeout_seconds=-1", "busy_timeout_seconds=nan", "journal=wal"],
)
def test_a_wrong_option_is_refused(url: str, path: Path, query: str) -> None:
    with pytest.raises(InvalidOptionsError):
        open_store(f"{url}?{query}")
    assert not path.exists()


def folder(path: Path) -> None:
    path.mkdir()


def text(path: Path) -> None:
    path.write_text("this is no database, however long it may be. " * 30)


def utf16(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA encoding = 'UTF-16'")
        db.execute("CREATE TABLE theirs (x)")


@pytest.mark.parametrize("put", [folder, text, utf16], ids=lambda put: put.__name__)
def test_what_is_no_file_for_us_is_refused_and_left_alone(
    opener: Opener, path: Path, put: Callable[[Path], None]
) -> None:
    put(path)
    before = path.is_dir() or path.read_bytes()
    with pytest.raises(InvalidOptionsError, match=path.name):
        opener()
    assert (path.is_dir() or path.read_bytes()) == before
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]


def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(InvalidOptionsError, match="does not exist") as caught:
        SqliteMemoryStore(SqliteOptions(url=StoreUrl.parse(f"sqlite:///{tmp_path}/no/m.db")))
    assert "mkdir -p" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("open_file", [SqliteMemoryStore, repair_file, reindex_file])
def test_a_name_that_no_file_can_have_is_refused(
    tmp_path: Path, open_file: Callable[..., object]
) -> None:
    options = SqliteOptions(url=StoreUrl.parse(f"sqlite:///{tmp_path}/{'x' * 300}"))
    arguments: dict[str, object] = {} if open_file is SqliteMemoryStore else {"indexes": []}
    with pytest.raises(InvalidOptionsError, match="too long"):
        open_file(options, **arguments)


@pytest.mark.parametrize(
    "change", ["DELETE FROM loom_schema", "UPDATE loom_schema SET min_reader = 'new'"]
)
def test_a_file_that_does_not_tell_its_schema_is_refused(
    opener: Opener, path: Path, change: str
) -> None:
    opener().close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(change)
    with pytest.raises(MigrationError, match="loom_schema") as caught:
        opener()
    assert "backup" in caught.value.hint


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="file permissions as POSIX has them")
@pytest.mark.parametrize("mode", [0o000, 0o444])
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_file_without_permission_gives_a_clear_error(
    opener: Opener, path: Path, as_nobody: Callable[[str], str], mode: int
) -> None:
    store = opener()
    store.append("k", said("kept"))
    store.close()
    path.chmod(mode)
    path.parent.chmod(0o777)
    said_by_child = as_nobody(f"sqlite:///{path}")
    expected = "StoreWriteError" if mode else "BackendUnavailableError"
    assert said_by_child.startswith(expected), said_by_child
    assert path.name in said_by_child
    path.chmod(0o644)
    assert [entry.content for entry in opener().read("k")] == ["kept"]


@pytest.fixture
def as_nobody(tmp_path: Path) -> Callable[[str], str]:
    """Appends as a user without rights, and gives the error."""
    for parent in [tmp_path, *tmp_path.parents][:4]:  # all that pytest makes, with xdist's own
        parent.chmod(parent.stat().st_mode | 0o055)

    def run(url: str) -> str:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            try:  # the child must never come back into the test
                os.write(writer, _appends_without_rights(url).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return told

    if os.geteuid() != 0:
        pytest.skip("only root can become nobody")
    return run


def _appends_without_rights(url: str) -> str:
    os.setgid(65534)
    os.setuid(65534)
    try:
        store = SqliteMemoryStore(SqliteOptions(url=StoreUrl.parse(url)))
        store.append("k", said("x"))
    except LoomError as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def test_read_only_needs_a_file_with_loom_tables(opener: Opener, path: Path) -> None:
    with pytest.raises(BackendUnavailableError, match="does not exist") as caught:
        opener(read_only=True)
    assert "append something first, or check the path" in caught.value.hint
    assert not path.exists()
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(MigrationError, match="open for reading"):
        opener(read_only=True)
    assert path.stat().st_size == 0


def test_read_only_reads_and_refuses_every_writing_verb(
    store: SqliteMemoryStore, opener: Opener
) -> None:
    store.append("k", said("failover"))
    reader = opener(read_only=True)
    assert reader.read("k") == store.read("k")
    assert len(reader.search("k", "failover")) == 1
    calls: list[Callable[[], object]] = [
        lambda: reader.append("k", said("x")),
        lambda: reader.append("k", []),
        lambda: reader.replace("k", []),
        lambda: reader.remove("k", []),
        lambda: reader.clear("k"),
    ]
    for call in calls:
        with pytest.raises(ReadOnlyStoreError):
            call()
    store.append("k", said("more"))
    assert len(reader.read("k")) == 2


def test_read_only_works_when_nobody_else_has_the_file_open(
    store: SqliteMemoryStore, opener: Opener
) -> None:
    store.append("k", said("failover"))
    store.close()
    reader = opener(read_only=True)
    assert len(reader.search("k", "failover")) == 1


def test_a_store_stays_with_its_file_when_the_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = SqliteMemoryStore(SqliteOptions(url=StoreUrl.parse("sqlite:///here.db")))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with store._connections.lent(), store._connections.lent():  # noqa: SLF001 - opens a second one
        pass
    store.append("k", said("x"))
    store.close()
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "name", ["with space.db", "50%.db", "a?b#c.db", "ünïcode 設備.db", "it's.db"]
)
def test_odd_names_are_files_like_any_other(tmp_path: Path, name: str) -> None:
    store = open_store(f"sqlite:///{quote(str(tmp_path))}/{quote(name)}")
    store.append("k", said("x"))
    require(store, "close").close()
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_file_taken_away_is_an_error_and_not_a_new_empty_file(
    store: SqliteMemoryStore, path: Path
) -> None:
    store.append("k", said("x"))
    with store._connections.lent():  # noqa: SLF001 - so that the next verb opens its own
        path.rename(path.with_name("moved.db"))
        with pytest.raises(BackendUnavailableError, match=path.name):
            store.read("k")
    assert not path.exists()


def test_an_applications_own_tables_are_left_alone(
    path: Path, opener: Opener, raw: sqlite3.Connection
) -> None:
    raw.executescript(
        "CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT);"
        "CREATE TABLE entries (x); CREATE TABLE _sqlite_migrations (theirs);"
        "CREATE VIEW keys AS SELECT 1; INSERT INTO events (body) VALUES ('theirs');"
        "PRAGMA user_version = 42; PRAGMA application_id = 7;"
    )
    query = "SELECT tbl_name, name, sql FROM sqlite_master"
    theirs = set(raw.execute(query))
    store = opener()
    store.append("k", said("ours"))
    now = set(raw.execute(query))
    assert theirs <= now
    new = {table for table, _, _ in now - theirs}
    assert {table for table in new if not table.startswith("loom_")} == {"sqlite_sequence"}
    assert raw.execute("PRAGMA user_version").fetchone() == (42,)
    assert raw.execute("PRAGMA application_id").fetchone() == (7,)
    assert raw.execute("SELECT body FROM events").fetchall() == [("theirs",)]
    assert path.exists()


def test_the_defaults_are_durable_and_bounded(store: SqliteMemoryStore) -> None:
    with store._connections.lent() as db:  # noqa: SLF001 - looks at a connection
        settings = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "journal_size_limit")
        }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "journal_size_limit": 16 * 1024 * 1024,
    }


def test_opening_again_imports_no_migration_tool(store: SqliteMemoryStore, url: str) -> None:
    store.close()
    code = (
        "import sys; from loom_memory_core import open_store; "
        f"store = open_store({url!r}); store.read('k'); store.close(); "
        "print([m for m in ('sqlite_utils', 'snowballstemmer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
