"""The numbered migrations, applied under a lock that every process takes."""

from collections.abc import Callable
from typing import Final

from loom_memory_postgres import sql
from loom_memory_postgres.database import Database
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.schema import refuse_newer, stored_schema
from loom_memory_postgres.tables import make_table, partitions_of

KEY_COLUMN: Final = 'key text COLLATE "C" NOT NULL'
"""By code point, as the contract sorts keys, in every database."""


def _list(db: Database, partitions: int) -> None:
    """0001: the lists and their rows."""
    db.execute("CREATE TABLE {schema}.loom_schema (number int NOT NULL, min_reader int NOT NULL)")
    db.execute("INSERT INTO {schema}.loom_schema (number, min_reader) VALUES (0, 1)")
    db.execute(
        "CREATE TABLE {schema}.loom_indexes (name text PRIMARY KEY, identity text NOT NULL, "
        "scheme text NOT NULL, parameters text NOT NULL)"
    )
    lists = [
        KEY_COLUMN,
        "last_seq bigint NOT NULL",
        "entries bigint NOT NULL",
        "changed xid8 NOT NULL DEFAULT pg_current_xact_id()",
        "PRIMARY KEY (key)",
    ]
    make_table(db, "loom_lists", lists, partitions=partitions)
    entries = [
        KEY_COLUMN,
        "seq bigint NOT NULL",
        "id_hash bigint NOT NULL",
        "entry text NOT NULL",
        "PRIMARY KEY (key, seq)",
    ]
    make_table(db, "loom_entries", entries, partitions=partitions)
    db.execute("CREATE INDEX loom_entries_ids ON {schema}.loom_entries (key, id_hash)")
    db.execute(
        "CREATE TABLE {schema}.loom_aside (key text, position bigint, entry text, reason text, "
        "set_aside_at timestamptz)"
    )


_MIGRATIONS: Final[dict[int, Callable[[Database, int], None]]] = {1: _list}


def migrate(db: Database, options: PostgresOptions, *, partitions: int = 0) -> None:
    """Apply what is due, in the transaction that is open; of several processes, one does.

    Args:
        db: Inside a writing transaction.
        options: For messages.
        partitions: How many hash partitions new tables get; 0 for tables in one piece.

    Raises:
        MigrationError: The schema asks for a newer program.
    """
    db.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('loom/' || %(schema)s, 0))",
        {"schema": db.schema},
    )
    stored = stored_schema(db)
    if stored is not None:
        refuse_newer(stored, options)
        partitions = partitions_of(db)
    elif not db.has(sql.HAS_NAMESPACE, {"schema": db.schema}):
        db.execute("CREATE SCHEMA {schema}")
    for number, apply in _MIGRATIONS.items():
        if stored is None or number > stored.number:
            apply(db, partitions)
            db.execute("UPDATE {schema}.loom_schema SET number = %(n)s", {"n": number})
