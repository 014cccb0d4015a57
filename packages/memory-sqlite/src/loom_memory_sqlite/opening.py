"""The first opening of a file: where it is, its schema, and the indexes that it carries."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from loom_memory_sqlite import sql, translation
from loom_memory_sqlite.carried import (
    AnyIndex,
    CarriedCheck,
    add_index,
    carried_indexes,
    drop_index,
)
from loom_memory_sqlite.database import connect, place_of, retrying, use_wal
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.schema import check_schema, migrate_if_due


class Opened(NamedTuple):
    """A file that is ready for use."""

    db: sqlite3.Connection
    path: Path


def open_file(options: SqliteOptions, indexes: Sequence[AnyIndex]) -> Opened:
    """Open the file, make or migrate its tables, and make the indexes of an empty one.

    Raises:
        InvalidOptionsError: There can be no such file, or it is not SQLite's.
        BackendUnavailableError: It cannot be opened.
        MigrationError: Its schema does not fit this program.
        IndexMismatchError: It holds entries, and lacks one of the indexes.
    """
    path = place_of(options)
    with translation.reading(str(options.path)):
        db = connect(path, options, create=True)
        try:
            _prepare(db, options, indexes)
        except BaseException:
            db.close()
            raise
    return Opened(db, path)


def _prepare(db: sqlite3.Connection, options: SqliteOptions, indexes: Sequence[AnyIndex]) -> None:
    check_schema(db, options)
    if not options.read_only:
        use_wal(db, options)
        migrate_if_due(db, options)
    # Identities are compared when they matter: asking for one may load a stemmer.
    if {index.name for index in indexes} <= {each.name for each in carried_indexes(db)}:
        return
    if options.read_only:
        _settle(db, options, indexes)
        return
    retrying(lambda: db.execute("BEGIN IMMEDIATE"), seconds=options.busy_timeout_seconds)
    try:
        _settle(db, options, indexes)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _settle(db: sqlite3.Connection, options: SqliteOptions, indexes: Sequence[AnyIndex]) -> None:
    """Make what is missing in an empty file; in one that holds entries, that is a reindex."""
    if db.execute(sql.HAS_ENTRIES).fetchone()[0]:
        CarriedCheck(indexes, options.url).refuse_missing(carried_indexes(db))
        return
    if options.read_only:
        return
    carried = {each.name for each in carried_indexes(db)}
    for index in indexes:
        if index.name not in carried:
            drop_index(db, index.name)
            add_index(db, index)
