"""Preparing a whole schema for its indexes, before the transaction that builds them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from loom_memory_core import MemoryEntry, Progress, StoreWriteError, no_progress

from loom_memory_postgres import carried_sql, sql
from loom_memory_postgres.carried import AnyIndex
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.database import Database
from loom_memory_postgres.entry_rows import parsed_or_none, rows_of
from loom_memory_postgres.index import StoredRow
from loom_memory_postgres.recalling import Recalling, UnpreparedError, recalled

_BATCH: Final = 128
"""Rows to a step: what a killed run loses is what a model makes of so many."""

_TRIES: Final = 20
"""Each finds only the lists that others changed while the one before it prepared."""

_BEGINNING: Final = "0"
"""A transaction before all others."""

T = TypeVar("T")


class Step(NamedTuple):
    """Some rows of the schema, and what an index can recall of them."""

    entries: list[MemoryEntry]
    """Without corrupt ones."""

    known: Sequence[Any]
    done: int
    """Rows up to it, of those that are walked over."""


class Changed(NamedTuple):
    """The lists that have changed since some moment."""

    keys: list[str]
    entries: int
    """How many they hold together."""

    moment: str
    """The oldest transaction that may not be among them."""


def in_one_step(
    connections: Connections,
    indexes: Sequence[AnyIndex],
    work: Callable[[Database, Progress], T],
    *,
    progress: Progress,
) -> T:
    """``work`` in one transaction that keeps writers out, with everything prepared outside it.

    Raises:
        StoreWriteError: Others changed entries faster than the indexes could prepare them.
    """
    tell = no_progress if any(isinstance(each, Recalling) for each in indexes) else progress
    moment = _BEGINNING
    for _ in range(_TRIES):
        try:
            with connections.writing(limited=False) as db:
                db.execute(carried_sql.SEE_EVERY_ROW)
                db.execute(sql.HOLD_WRITERS)
                if moment != _BEGINNING:
                    _refuse_unprepared(db, indexes, moment)
                return work(db, tell)
        except UnpreparedError:
            moment = _stage(connections, indexes, since=moment, progress=progress)
    raise StoreWriteError(
        "nothing was built: others change entries faster than the indexes can prepare them",
        hint="run it again when less is written; what was prepared is kept",
    )


def unprepared(connections: Connections, indexes: Sequence[AnyIndex]) -> int:
    """How many distinct contents the indexes that can recall would have to prepare."""
    with connections.reading() as db:
        changed = _changed(db, _BEGINNING)
    missing = {
        hash(repr(entry.content))
        for index in _recalling(indexes)
        for step in _steps(connections, index, changed.keys)
        for entry, each in zip(step.entries, step.known, strict=True)
        if each is None
    }
    return len(missing)


def _stage(
    connections: Connections, indexes: Sequence[AnyIndex], *, since: str, progress: Progress
) -> str:
    """Have the indexes prepare the lists that changed ``since``, and keep it, step by step.

    Returns:
        The moment up to which everything is prepared.
    """
    with connections.reading() as db:
        changed = _changed(db, since)
    for index in _recalling(indexes):
        for step in _steps(connections, index, changed.keys):
            new = [
                entry for entry, each in zip(step.entries, step.known, strict=True) if each is None
            ]
            if new:
                made = index.prepare(new)
                with connections.writing(limited=False) as db:
                    index.keep(db, made)
            progress(step.done, max(changed.entries, step.done))
    return changed.moment


def _refuse_unprepared(db: Database, indexes: Sequence[AnyIndex], since: str) -> None:
    """See whether what others changed ``since`` is prepared, before anything is built in vain."""
    for key in _changed(db, since).keys:
        entries = _entries(rows_of(db, key))
        for index in _recalling(indexes):
            if any(each is None for each in recalled(db, index, entries)):
                raise UnpreparedError


def _changed(db: Database, since: str) -> Changed:
    row = db.execute(sql.OLDEST_RUNNING).fetchone()
    moment = _BEGINNING if row is None else str(row[0])
    found = db.execute(sql.LISTS_CHANGED, {"since": since}).fetchall()
    return Changed([key for key, _ in found], sum(count for _, count in found), moment)


def _steps(connections: Connections, index: Any, keys: Sequence[str]) -> Iterator[Step]:  # noqa: ANN401 - one that recalls
    done = 0
    for rows in _batches(connections, keys):
        entries = _entries(rows)
        with connections.reading(indexed=True) as db:
            known = recalled(db, index, entries)
        done += len(rows)
        yield Step(entries, known, done)


def _batches(connections: Connections, keys: Sequence[str]) -> Iterator[list[StoredRow]]:
    batch: list[StoredRow] = []
    for key in keys:
        with connections.reading() as db:
            rows = rows_of(db, key)
        for row in rows:
            batch.append(row)
            if len(batch) == _BATCH:
                yield batch
                batch = []
    if batch:
        yield batch


def _entries(rows: Sequence[StoredRow]) -> list[MemoryEntry]:
    parsed = (parsed_or_none(row.text) for row in rows)
    return [entry for entry in parsed if entry is not None]


def _recalling(indexes: Sequence[AnyIndex]) -> list[Any]:
    return [index for index in indexes if isinstance(index, Recalling)]
