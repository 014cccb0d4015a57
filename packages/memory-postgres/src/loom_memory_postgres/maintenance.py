"""Repairing a schema and building its indexes again, each in one transaction."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final

from loom_memory_core import OpenGuard, Problem, Progress, no_progress

from loom_memory_postgres import carried_sql, sql
from loom_memory_postgres.carried import (
    AnyIndex,
    Carried,
    CarriedCheck,
    carried_indexes,
    drop_index,
    put_in_place,
    record_index,
)
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.database import Database
from loom_memory_postgres.entry_rows import drop_rows, parsed_or_none, rows_of
from loom_memory_postgres.index import StoredRow
from loom_memory_postgres.inspection import CorruptRow, corrupt_rows, index_problems, miscounts
from loom_memory_postgres.opening import make_tables, prepare_tables
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.recalling import Recalling, prepared_inside
from loom_memory_postgres.rights import Rights
from loom_memory_postgres.staging import in_one_step, unprepared

_BATCH: Final = 1_000


def migrate_schema(
    options: PostgresOptions, indexes: Sequence[AnyIndex], *, partitions: int = 0
) -> None:
    """Make or migrate the tables, whatever ``options.migrate`` says.

    Args:
        options: Which database, opened by a role that may make tables.
        indexes: Those that an empty schema carries from now on.
        partitions: How many hash partitions new tables get; 0 for tables in one piece.
    """
    with _connected(options) as connections:
        make_tables(connections, options, indexes, partitions=partitions)


def reindex_schema(
    options: PostgresOptions, indexes: Sequence[AnyIndex], *, progress: Progress = no_progress
) -> int:
    """Build ``indexes`` from the rows, and drop every other index that the schema carries.

    One transaction: a killed run changes nothing. Writers wait until it ends. Reads and
    searches go on in the old indexes, whose place the new ones take at the end, in a moment
    for which no search may run; they get the rights on the old ones: owner, grants and row-level
    security. What an index cannot recall is prepared before it, while
    everybody writes, and kept in the schema, so that a killed run goes on where it was.
    Corrupt rows are left out.

    Args:
        options: Which schema.
        indexes: What it carries from now on.
        progress: Told of each batch.

    Returns:
        How many entries were indexed.
    """
    with _looked_after(options) as connections:
        return in_one_step(
            connections,
            indexes,
            lambda db, tell: _rebuilt(db, indexes, tell),
            progress=progress,
        )


def count_unprepared(options: PostgresOptions, indexes: Sequence[AnyIndex]) -> int:
    """How many distinct contents ``reindex_schema`` would have its indexes prepare.

    Only indexes that can recall are asked. Nothing is prepared and nothing is changed.
    """
    with _looked_after(options) as connections:
        return unprepared(connections, indexes)


def indexes_of_schema(options: PostgresOptions) -> list[Carried]:
    """The indexes that the schema carries, by name."""
    with _looked_after(options) as connections, connections.reading() as db:
        return carried_indexes(db)


def repair_schema(
    options: PostgresOptions, indexes: Sequence[AnyIndex], *, progress: Progress = no_progress
) -> list[Problem]:
    """Move corrupt rows to the table ``loom_aside``, and mend counts and indexes.

    Args:
        options: Which schema.
        indexes: Those that it carries.
        progress: Told of each batch, where an index is built again.

    Returns:
        What was found and dealt with.

    Raises:
        IndexMismatchError: The schema carries other indexes.
    """
    with _looked_after(options) as connections:
        return in_one_step(
            connections,
            indexes,
            lambda db, tell: _repaired(db, options, indexes=indexes, progress=tell),
            progress=progress,
        )


def _repaired(
    db: Database, options: PostgresOptions, *, indexes: Sequence[AnyIndex], progress: Progress
) -> list[Problem]:
    CarriedCheck(indexes, options.url).before_writing(db)
    counts = list(miscounts(db))
    corrupt = list(corrupt_rows(db))
    for each in corrupt:
        _set_aside(db, each, indexes)
    problems = [*(row.problem() for row in corrupt), *counts]
    for key in {each.key for each in problems}:
        db.execute(sql.CORRECT_COUNT, {"key": key})
        db.execute(sql.DROP_EMPTY_LIST, {"key": key})
    faults = list(index_problems(db, indexes))
    if faults:
        _rebuilt(db, indexes, progress)
    return [*problems, *faults]


@contextmanager
def _connected(options: PostgresOptions) -> Iterator[Connections]:
    connections = Connections(options, OpenGuard(f"the store {options.url}"))
    try:
        yield connections
    finally:
        connections.close()


@contextmanager
def _looked_after(options: PostgresOptions) -> Iterator[Connections]:
    """Connections to a schema, whatever indexes it carries."""
    with _connected(options) as connections:
        prepare_tables(connections, options, ())
        yield connections


def _rebuilt(db: Database, indexes: Sequence[AnyIndex], progress: Progress) -> int:
    """Build the indexes beside those that are there, which then go."""
    for index in indexes:
        index.create(db.beside(index.name))
    total = db.number(sql.COUNT_ENTRIES)
    done = indexed = 0
    for (key,) in db.execute(sql.ENTRY_KEYS).fetchall():
        rows = iter(rows_of(db, key))
        while batch := list(islice(rows, _BATCH)):
            indexed += _indexed(db, key, rows=batch, indexes=indexes)
            done += len(batch)
            progress(done, total)
    _switch(db, indexes)
    for index in indexes:
        if isinstance(index, Recalling):
            index.forget(db)
    return indexed


def _indexed(
    db: Database, key: str, *, rows: Sequence[StoredRow], indexes: Sequence[AnyIndex]
) -> int:
    parsed = [(row.seq, parsed_or_none(row.text)) for row in rows]
    good = [(seq, entry) for seq, entry in parsed if entry is not None]
    for index in indexes:
        prepared = prepared_inside(db, index, [entry for _, entry in good])
        come = list(zip((seq for seq, _ in good), prepared, strict=True))
        index.add(db.beside(index.name), key, come)
    return len(good)


def _switch(db: Database, indexes: Sequence[AnyIndex]) -> None:
    db.execute(carried_sql.SWITCH_INDEXES)
    rights = [Rights(db, index.name) for index in indexes]
    for each in {*(each.name for each in carried_indexes(db)), *(each.name for each in indexes)}:
        drop_index(db, each)
    for index in indexes:
        put_in_place(db, index.name)
        record_index(db, index)
    for held in rights:
        held.give()


def _set_aside(db: Database, corrupt: CorruptRow, indexes: Sequence[AnyIndex]) -> None:
    place = {"key": corrupt.key, "position": corrupt.position, "reason": corrupt.reason}
    db.execute(sql.SET_ASIDE, {**place, "seq": corrupt.row.seq})
    for index in indexes:
        index.drop(db, corrupt.key, [corrupt.row])
    drop_rows(db, corrupt.key, [corrupt.row])
