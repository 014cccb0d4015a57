"""Repairing a file and building its indexes again, each in one transaction."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from loom_memory_core import (
    BackendUnavailableError,
    OpenGuard,
    Problem,
    Progress,
    ReadOnlyStoreError,
    no_progress,
)

from loom_memory_sqlite import sql
from loom_memory_sqlite.carried import (
    AnyIndex,
    Carried,
    CarriedCheck,
    add_index,
    carried_indexes,
    drop_index,
)
from loom_memory_sqlite.connections import Connections
from loom_memory_sqlite.corruption import CorruptRow, corrupt_rows
from loom_memory_sqlite.database import refuse_long_name
from loom_memory_sqlite.entry_rows import count_entries, drop_rows, parsed_or_none, rows_after
from loom_memory_sqlite.index import StoredRow
from loom_memory_sqlite.inspection import damage, index_problems
from loom_memory_sqlite.opening import open_file
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.recalling import Recalling, prepared_inside
from loom_memory_sqlite.staging import in_one_step, unprepared

_BATCH: Final = 1_000


def reindex_file(
    options: SqliteOptions, indexes: Sequence[AnyIndex], *, progress: Progress = no_progress
) -> int:
    """Build ``indexes`` from the rows, and drop every other index that the file carries.

    One transaction: others read the old state until it ends, and a killed run changes nothing.
    What an index cannot recall is prepared before it, outside any transaction, and kept in the
    file, so that a killed run goes on where it was. Corrupt rows are left out.

    Args:
        options: Which file.
        indexes: What it carries from now on.
        progress: Told of each batch.

    Returns:
        How many entries were indexed.

    Raises:
        StoreWriteError: Others changed entries faster than the indexes could prepare them.
    """
    with _looked_after(options) as file:
        return in_one_step(
            file, indexes, lambda db, tell: _rebuilt(db, indexes, tell), progress=progress
        )


def count_unprepared(options: SqliteOptions, indexes: Sequence[AnyIndex]) -> int:
    """How many distinct contents a ``reindex_file`` would have to prepare anew.

    Args:
        options: Which file.
        indexes: What it is to carry; those that cannot recall do not count.
    """
    with _looked_after(options) as file:
        return unprepared(file, indexes)


def indexes_of_file(options: SqliteOptions) -> list[Carried]:
    """Which indexes the file carries, as the handles that made them described themselves."""
    with _looked_after(options) as file, file.reading() as db:
        return carried_indexes(db)


def repair_file(
    options: SqliteOptions, indexes: Sequence[AnyIndex], *, progress: Progress = no_progress
) -> list[Problem]:
    """Move corrupt rows to the table ``loom_aside``, and mend indexes that are out of step.

    Args:
        options: Which file.
        indexes: Those that it carries.
        progress: Told of each batch, where an index is built again.

    Returns:
        What was found and dealt with.

    Raises:
        IndexMismatchError: The file carries other indexes.
        BackendUnavailableError: Its pages are damaged, which no repair of rows can mend.
    """
    with _looked_after(options) as file:
        return in_one_step(
            file,
            indexes,
            lambda db, tell: _repaired(db, options, indexes=indexes, progress=tell),
            progress=progress,
        )


def _repaired(
    db: sqlite3.Connection,
    options: SqliteOptions,
    *,
    indexes: Sequence[AnyIndex],
    progress: Progress,
) -> list[Problem]:
    CarriedCheck(indexes, options.url).before_writing(db)
    _refuse_damage(db, options)
    corrupt = list(corrupt_rows(db))
    faults = list(index_problems(db, indexes))
    # A broken index cannot give rows up, and it is built again without them anyway.
    _set_aside(db, corrupt, [] if faults else indexes)
    if faults:
        _rebuilt(db, indexes, progress)
    return [*(row.problem() for row in corrupt), *faults]


@contextmanager
def _looked_after(options: SqliteOptions) -> Iterator[Connections]:
    """Connections to the file, whatever indexes it carries."""
    if options.read_only:
        raise ReadOnlyStoreError(
            f"{options.url} is open for reading", hint="leave read_only out of the URL"
        )
    refuse_long_name(options.path)
    if not options.path.exists():
        raise BackendUnavailableError(
            f"{options.path} does not exist, so there is nothing to look after",
            hint="check the path; a store that is opened to be written to makes its file",
        )
    first, path = open_file(options, ())
    guard = OpenGuard(f"the store {path}")
    connections = Connections(first, path=path, options=options, guard=guard)
    try:
        yield connections
    finally:
        connections.close()


def _rebuilt(db: sqlite3.Connection, indexes: Sequence[AnyIndex], progress: Progress) -> int:
    for each in carried_indexes(db):
        drop_index(db, each.name)
    for index in indexes:
        drop_index(db, index.name)
        add_index(db, index)
    total = count_entries(db)
    done = indexed = 0
    for batch in _batches(db):
        for key_id, rows in batch.items():
            indexed += _indexed(db, key_id, rows=rows, indexes=indexes)
            done += len(rows)
        progress(done, total)
    for index in indexes:
        if isinstance(index, Recalling):
            index.forget(db)
    return indexed


def _batches(db: sqlite3.Connection) -> Iterator[dict[int, list[StoredRow]]]:
    """Every row of the file, some at a time, by key."""
    last = 0
    while found := rows_after(db, last, limit=_BATCH):
        batch = defaultdict(list)
        for key_id, row in found:
            batch[key_id].append(row)
        yield batch
        last = found[-1][1].seq


def _indexed(
    db: sqlite3.Connection, key_id: int, *, rows: Sequence[StoredRow], indexes: Sequence[AnyIndex]
) -> int:
    parsed = [(row.seq, parsed_or_none(row.text)) for row in rows]
    good = [(seq, entry) for seq, entry in parsed if entry is not None]
    for index in indexes:
        prepared = prepared_inside(db, index, [entry for _, entry in good])
        index.add(db, key_id, list(zip((seq for seq, _ in good), prepared, strict=True)))
    return len(good)


def _set_aside(
    db: sqlite3.Connection, corrupt: Sequence[CorruptRow], indexes: Sequence[AnyIndex]
) -> None:
    moment = datetime.now(UTC).isoformat()
    for each in corrupt:
        place = {"key": each.key, "position": each.position, "reason": each.reason}
        db.execute(sql.SET_ASIDE, {**place, "set_aside_at": moment, "seq": each.row.seq})
    for key_id, group in groupby(corrupt, key=itemgetter(0)):
        rows = [each.row for each in group]
        for index in indexes:
            index.drop(db, key_id, rows)
        drop_rows(db, rows)
        db.execute(sql.DROP_KEY_IF_EMPTY, {"key_id": key_id})


def _refuse_damage(db: sqlite3.Connection, options: SqliteOptions) -> None:
    first = next(damage(db), None)
    if first is not None:
        raise BackendUnavailableError(
            f"{options.path} is damaged: {first.detail}",
            hint="restore it from a backup, or `loom memory dump --skip-corrupt` into a new file",
        )
