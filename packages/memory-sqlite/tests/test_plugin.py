"""The backend as the rest of Loom finds it, and an SQLite that lacks FTS5."""

import sqlite3
from pathlib import Path

import pytest
from loom_memory_core import MemoryEntry, discover, open_store, require, supports
from loom_memory_sqlite import backend as sqlite_backend
from loom_memory_sqlite.fts5_support import has_fts5
from loom_memory_sqlite.plugin import loom_memory_backend


def test_the_backend_is_found_by_its_scheme() -> None:
    assert discover().backends["sqlite"].summary == loom_memory_backend().summary


def test_the_scratch_store_is_empty_and_in_its_folder(tmp_path: Path) -> None:
    backend = loom_memory_backend()
    assert backend.scratch is not None
    store = open_store(backend.scratch(tmp_path))
    assert list(require(store, "keys").keys()) == []
    require(store, "close").close()
    assert (tmp_path / "scratch.db").exists()


def test_the_verbs_are_those_that_its_stores_have(url: str) -> None:
    store = open_store(url)
    assert all(supports(store, verb) for verb in loom_memory_backend().verbs)
    require(store, "close").close()


def test_maintenance_takes_the_options_of_the_url(url: str) -> None:
    store = open_store(url)
    store.append("k", [MemoryEntry(content="die Häuser")])
    require(store, "close").close()
    backend = loom_memory_backend()
    options = backend.options.model_validate({"url": url, "language": "german"})
    assert backend.reindex is not None
    assert backend.repair is not None
    assert backend.reindex(options) == 1
    assert backend.repair(options) == []
    german = require(open_store(url, language="german"), "search")
    assert len(german.search("k", "Haus")) == 1
    require(german, "close").close()


class WithoutFts5(sqlite3.Connection):
    """What a connection of an SQLite built without FTS5 says."""

    def execute(self, statement: str, parameters: object = ()) -> sqlite3.Cursor:
        assert "USING fts5" in statement
        raise sqlite3.OperationalError(f"no such module: fts5, for {parameters!r}")


def test_fts5_is_looked_for() -> None:
    assert has_fts5()
    assert not has_fts5(_connect_without_fts5)


def _connect_without_fts5(database: str) -> sqlite3.Connection:
    return sqlite3.connect(database, factory=WithoutFts5)


def test_without_fts5_search_is_absent_and_said_once(
    url: str, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setattr(sqlite_backend, "has_fts5", lambda: has_fts5(_connect_without_fts5))
    with pytest.warns(RuntimeWarning, match="FTS5"):
        store = open_store(url)
    assert not supports(store, "search")
    store.append("k", [MemoryEntry(content="kept")])
    assert len(store.read("k")) == 1
    require(store, "replace").replace("k", [])
    require(store, "close").close()
    assert [str(each.message) for each in recwarn.list] == []
