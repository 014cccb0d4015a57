"""Preparing a whole file for its indexes, step by step, before the transaction that builds them."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from loom_memory_core import MemoryEntry, Progress, StoreWriteError, no_progress

from loom_memory_sqlite.carried import AnyIndex, identify
from loom_memory_sqlite.connections import Connections
from loom_memory_sqlite.entry_rows import count_entries, next_seq, parsed_or_none, rows_after
from loom_memory_sqlite.recalling import Recalling, UnpreparedError, completed, recalled

_BATCH: Final = 128
"""Rows to a step: what a killed run loses is what a model makes of so many."""

_TRIES: Final = 20
"""Each finds only what others wrote while the one before it prepared."""

T = TypeVar("T")


class Step(NamedTuple):
    """Some rows of the file, and what an index can recall of them."""

    entries: list[MemoryEntry]
    """Without corrupt ones."""

    known: Sequence[Any]
    done: int
    """Rows of the file up to it."""

    total: int


def in_one_step(
    file: Connections,
    indexes: Sequence[AnyIndex],
    work: Callable[[sqlite3.Connection, Progress], T],
    *,
    progress: Progress,
) -> T:
    """``work`` in one writing transaction, with everything prepared for ``indexes`` outside it.

    Raises:
        StoreWriteError: Others changed entries faster than the indexes could prepare them.
    """
    identify(indexes)
    tell = no_progress if any(isinstance(each, Recalling) for each in indexes) else progress
    for _ in range(_TRIES):
        try:
            with file.writing() as db:
                return work(db, tell)
        except UnpreparedError:
            _stage(file, indexes, progress)
    raise StoreWriteError(
        "nothing was built: others change entries faster than the indexes can prepare them",
        hint="run it again when less is written; what was prepared is kept",
    )


def unprepared(file: Connections, indexes: Sequence[AnyIndex]) -> int:
    """How many distinct contents the indexes that can recall would have to prepare."""
    missing = {
        hash(repr(entry.content))
        for index in indexes
        if isinstance(index, Recalling)
        for step in _steps(file, index)
        for entry, each in zip(step.entries, step.known, strict=True)
        if each is None
    }
    return len(missing)


def _stage(file: Connections, indexes: Sequence[AnyIndex], progress: Progress) -> None:
    """Have the indexes prepare every row, and keep what they make of it, step by step."""
    for index in indexes:
        if isinstance(index, Recalling):
            for step in _steps(file, index):
                made = completed(index, step.entries, step.known)
                with file.writing() as db:
                    index.keep(db, made)
                progress(step.done, step.total)


def _steps(file: Connections, index: AnyIndex) -> Iterator[Step]:
    """Some rows after others; those that come behind the last one of now are for another walk."""
    with file.reading() as db:
        end, total = next_seq(db), count_entries(db)
    last = done = 0
    while True:
        with file.reading() as db:
            found = [each for each in rows_after(db, last, limit=_BATCH) if each[1].seq < end]
            parsed = (parsed_or_none(row.text) for _, row in found)
            entries = [entry for entry in parsed if entry is not None]
            known = recalled(db, index, entries)
        if not found:
            return
        last = found[-1][1].seq
        done += len(found)
        yield Step(entries, known, done, max(total, done))
