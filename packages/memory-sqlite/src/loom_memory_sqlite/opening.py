"""The first opening of a file: where it is, its schema, and the indexes that it carries."""

import sqlite3
from collections.abc import Sequence

from loom_memory_sqlite import sql, translation
from loom_memory_sqlite.carried import (
    AnyIndex,
    CarriedCheck,
    add_index,
    carried_indexes,
    drop_index,
)
from loom_memory_sqlite.database import Opened, first_connection, retrying, use_wal
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.schema import checked_schema, migrate_if_due


def open_file(options: SqliteOptions, indexes: Sequence[AnyIndex]) -> Opened:
    """Open the file, make or migrate its tables, and make the indexes of an empty one.

    Raises:
        InvalidOptionsError: There can be no such file, or it is not SQLite's.
        BackendUnavailableError: It cannot be opened.
        MigrationError: Its schema does not fit this program.
        IndexMismatchError: It holds entries, and lacks one of the indexes.
    """
    path = options.path
    with translation.reading(str(path)):
        opened = first_connection(path, options)
        try:
            _prepare(opened.db, options, indexes)
        except BaseException:
            opened.db.close()
            raise
    return opened


def _prepare(db: sqlite3.Connection, options: SqliteOptions, indexes: Sequence[AnyIndex]) -> None:
    schema = checked_schema(db, options)
    if not options.read_only:
        use_wal(db, options)
        migrate_if_due(db, options, schema)
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
    """Make what is missing in an empty file; in one that holds entries, that is a reindex.

    An empty file with an index that the handle lacks stays as it is: the handle's writes are
    refused, and the store that made the file goes on.
    """
    if db.execute(sql.HAS_ENTRIES).fetchone()[0]:
        CarriedCheck(indexes, options.url).refuse_missing(carried_indexes(db))
        return
    if options.read_only:
        return
    carried = {each.name for each in carried_indexes(db)}
    if not carried <= {index.name for index in indexes}:
        return  # another store's file: with indexes of both, neither could write to it
    for index in indexes:
        if index.name not in carried:
            drop_index(db, index.name)
            add_index(db, index)
