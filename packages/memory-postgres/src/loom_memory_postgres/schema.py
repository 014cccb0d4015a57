"""Which schema the database has, and whether this program may use it."""

from typing import Final, NamedTuple

from loom_memory_core import MigrationError

from loom_memory_postgres import sql
from loom_memory_postgres.database import Database
from loom_memory_postgres.options import PostgresOptions

SCHEMA: Final = 1
"""The newest schema that this program knows: the number of the last migration."""


class Schema(NamedTuple):
    """What ``loom_schema`` says."""

    number: int
    min_reader: int
    """The lowest ``SCHEMA`` of a program that may use the tables."""


def stored_schema(db: Database) -> Schema | None:
    """The schema of the tables; ``None`` where Loom has none yet."""
    # A query, since to_regclass may answer from before another process made the tables.
    if not db.has(sql.HAS_SCHEMA, {"schema": db.schema}):
        return None
    found = db.execute(sql.SCHEMA).fetchone()
    return None if found is None else Schema(*found)


def refuse_newer(schema: Schema, options: PostgresOptions) -> None:
    """Refuse tables that this program cannot use.

    Raises:
        MigrationError: They ask for a newer program.
    """
    if schema.min_reader > SCHEMA:
        raise MigrationError(
            f"{options.url} has schema {schema.number}, for programs that know schema "
            f"{schema.min_reader} or newer; this one knows {SCHEMA}",
            hint="pip install --upgrade loom-memory-postgres",
        )


def refuse_missing(schema: Schema | None, options: PostgresOptions) -> None:
    """Refuse tables that are missing or older, where this handle must not make them.

    Raises:
        MigrationError: They are.
    """
    if schema is None or schema.number < SCHEMA:
        raise MigrationError(
            f"{options.url} has {'no' if schema is None else 'an older'} Loom schema "
            f"{options.schema_name!r}, and migrate is off",
            hint="make the tables as a role that may: loom memory migrate --store URL",
        )
