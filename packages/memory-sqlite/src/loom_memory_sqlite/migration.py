"""Running the numbered files of ``migrations/``, all that are due in one transaction."""

import sqlite3
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable

from sqlite_utils import Database, Migrations

from loom_memory_sqlite.database import retrying
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.schema import SCHEMA, refuse_newer, stored_schema


def migrate(db: sqlite3.Connection, options: SqliteOptions) -> None:
    """Apply what is due; of several processes, one does it and the others find it done."""
    retrying(lambda: db.execute("BEGIN IMMEDIATE"), seconds=options.busy_timeout_seconds)
    try:
        schema = stored_schema(db)
        if schema is not None:
            refuse_newer(schema, options)
        if schema is None or schema.number < SCHEMA:
            _migrations().apply(Database(db, execute_plugins=False, recursive_triggers=False))
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _migrations() -> Migrations:
    migrations = Migrations("loom")
    migrations.migrations_table = "loom_migrations"
    for file in _files():
        migrations(name=file.name)(_runner(file))
    return migrations


def _files() -> list[Traversable]:
    folder = files("loom_memory_sqlite") / "migrations"
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name
    )


def _runner(file: Traversable) -> Callable[[Database], None]:
    def run(database: Database, /) -> None:
        database.executescript(file.read_text("utf-8"))

    return run
