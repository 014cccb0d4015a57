"""Making tables that are spread by key, in one piece or in hash partitions."""

from collections.abc import Sequence

from loom_memory_postgres import sql
from loom_memory_postgres.database import Database, quoted


def partitions_of(db: Database) -> int:
    """In how many pieces the tables of this schema are; 0 where they are whole."""
    table = f"{quoted(db.schema)}.loom_entries"
    return db.number(sql.PARTITIONS, {"table": table})


def make_table(db: Database, name: str, columns: Sequence[str], *, partitions: int) -> None:
    """Make a table with a column ``key``, which is part of its primary key.

    Args:
        db: The database.
        name: The table's.
        columns: Its columns and constraints.
        partitions: How many hash partitions; 0 for a table in one piece.
    """
    body = ", ".join(columns)
    spread = " PARTITION BY HASH (key)" if partitions else ""
    db.execute(f"CREATE TABLE {{schema}}.{name} ({body}){spread}")
    for part in range(partitions):
        db.execute(
            f"CREATE TABLE {{schema}}.{name}_p{part} PARTITION OF {{schema}}.{name} "
            f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {part})"
        )
