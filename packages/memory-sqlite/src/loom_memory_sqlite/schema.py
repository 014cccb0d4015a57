"""Which schema the file has, read with plain ``sqlite3``; a migration is imported when due."""

import sqlite3
from typing import Final, NamedTuple

from loom_memory_core import InvalidOptionsError, MigrationError

from loom_memory_sqlite import sql
from loom_memory_sqlite.options import SqliteOptions

SCHEMA: Final = 1
"""The newest schema that this program knows: the number of the last migration."""


class Schema(NamedTuple):
    """What ``loom_schema`` says."""

    number: int
    min_reader: int
    """The lowest ``SCHEMA`` of a program that may use the file."""


def stored_schema(db: sqlite3.Connection) -> Schema | None:
    """The schema of the file; ``None`` where Loom has no tables in it yet.

    Raises:
        MigrationError: The table that says it says nothing.
    """
    try:
        row = db.execute(sql.SCHEMA).fetchone()
    except sqlite3.OperationalError:
        if not db.execute(sql.HAS_SCHEMA).fetchone()[0]:
            return None
        # Another process may have made the table since; what is wrong otherwise is so again.
        row = db.execute(sql.SCHEMA).fetchone()
    if row is None or not all(isinstance(each, int) for each in row):
        raise MigrationError(
            f"the table loom_schema holds {row or 'no row'}, not the numbers of a schema",
            hint="restore the file from a backup, or make a new one: it was changed by hand",
        )
    return Schema(*row)


def checked_schema(db: sqlite3.Connection, options: SqliteOptions) -> Schema | None:
    """The schema of the file, unless this program cannot use it or must not touch it.

    Raises:
        MigrationError: Its schema is too new, or is to be made by a reader.
        InvalidOptionsError: It is another program's, with text that is not UTF-8.
    """
    schema = stored_schema(db)
    if schema is not None:
        refuse_newer(schema, options)
    if options.read_only and (schema is None or schema.number < SCHEMA):
        raise MigrationError(
            f"{options.path} has {'no' if schema is None else 'an older'} Loom schema, "
            "and is open for reading",
            hint="open it once without read_only, which makes the tables",
        )
    if schema is None:
        _refuse_utf16(db, options)
    return schema


def migrate_if_due(db: sqlite3.Connection, options: SqliteOptions, schema: Schema | None) -> None:
    """Bring the file to this program's schema, if its own is older."""
    if schema is None or schema.number < SCHEMA:
        from loom_memory_sqlite.migration import migrate  # noqa: PLC0415 - a second of imports

        migrate(db, options)


def refuse_newer(schema: Schema, options: SqliteOptions) -> None:
    """Refuse a file whose schema this program cannot use.

    Raises:
        MigrationError: It asks for a newer program.
    """
    if schema.min_reader > SCHEMA:
        raise MigrationError(
            f"{options.path} has schema {schema.number}, for programs that know schema "
            f"{schema.min_reader} or newer; this one knows {SCHEMA}",
            hint="pip install --upgrade loom-memory-sqlite",
        )


def _refuse_utf16(db: sqlite3.Connection, options: SqliteOptions) -> None:
    encoding = db.execute("PRAGMA encoding").fetchone()[0]
    if encoding != "UTF-8":
        raise InvalidOptionsError(
            f"{options.path} holds its text as {encoding}; Loom needs UTF-8",
            hint="name a file of its own",
        )
