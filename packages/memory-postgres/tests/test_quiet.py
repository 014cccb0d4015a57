"""What a caller hears of by an error, or not at all, is not logged as well."""

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import psycopg
import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, StoreWriteError
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex
from loom_memory_postgres.analysis import WordRow

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]

REFUSED = """
import contextlib
from loom_memory_core import BackendUnavailableError, open_store
with contextlib.suppress(BackendUnavailableError):
    open_store("postgresql://loom@127.0.0.1:1/x")
"""


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.message for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_refused_connection_leaves_nothing_on_stderr() -> None:
    run = subprocess.run(
        [sys.executable, "-c", REFUSED], capture_output=True, text=True, check=True
    )
    assert run.stderr == ""


def test_a_statement_timeout(opener: Opener, raw: Raw, caplog: pytest.LogCaptureFixture) -> None:
    store = opener(statement_timeout_seconds=0.1)
    store.append("k", [MemoryEntry(content="one", id="1")])
    with raw.transaction():
        raw.execute("LOCK TABLE loom.loom_lists, loom.loom_entries")
        for write in (
            lambda: store.append("k", [MemoryEntry(content="two")]),
            lambda: store.remove("k", ["1"]),
            lambda: store.clear("k"),
        ):
            with pytest.raises(StoreWriteError, match="statement timeout"):
                write()
        for read in (lambda: store.read("k"), lambda: store.search("k", "one")):
            with pytest.raises(BackendUnavailableError, match="statement timeout"):
                read()
    assert warnings(caplog) == []
    assert len(store.search("k", "one")) == 1


class Overtaken(WordIndex):
    """Lets somebody else write between what ``replace`` reads and what it writes."""

    meanwhile: Callable[[], object] | None = None

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        overtake, self.meanwhile = self.meanwhile, None
        if overtake:
            overtake()
        return super().prepare(entries)


def test_a_replace_that_is_overtaken(
    options: PostgresOptions, store: PostgresMemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    index = Overtaken()
    with closing(PostgresMemoryStore(options, indexes=[index])) as other:
        for _ in range(8):
            index.meanwhile = lambda: store.append("k", [MemoryEntry(content="x")])
            other.replace("k", [MemoryEntry(content="y")])
    assert warnings(caplog) == []
