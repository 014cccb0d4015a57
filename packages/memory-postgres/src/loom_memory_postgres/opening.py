"""The first opening: the tables, and the indexes that they carry."""

from collections.abc import Sequence

from loom_memory_postgres import sql
from loom_memory_postgres.carried import (
    AnyIndex,
    CarriedCheck,
    carried_indexes,
    drop_index,
    has_entries,
    record_index,
)
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.database import Database
from loom_memory_postgres.migration import migrate
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.schema import SCHEMA, refuse_missing, refuse_newer, stored_schema


def prepare_tables(
    connections: Connections, options: PostgresOptions, indexes: Sequence[AnyIndex]
) -> None:
    """Make or migrate the tables where that is due, and the indexes of an empty schema.

    Raises:
        BackendUnavailableError: The server does not answer.
        MigrationError: The schema does not fit this program, and must not be changed.
        IndexMismatchError: It holds entries, and lacks one of the indexes.
    """
    with connections.reading() as db:
        if _is_ready(db, options, indexes):
            return
    make_tables(connections, options, indexes)


def make_tables(
    connections: Connections,
    options: PostgresOptions,
    indexes: Sequence[AnyIndex],
    *,
    partitions: int = 0,
) -> None:
    """Make or migrate the tables, and the indexes of an empty schema, in one transaction.

    An empty schema with an index that the handle lacks stays as it is: the handle's writes are
    refused, and the store that made the schema goes on.

    Args:
        connections: To the database.
        options: Which schema.
        indexes: Those it carries from now on.
        partitions: How many hash partitions new tables get; 0 for tables in one piece.
    """
    with connections.writing(limited=False) as db:
        migrate(db, options, partitions=partitions)
        db.execute(sql.HOLD_WRITERS)
        carried = {each.name: each.identity for each in carried_indexes(db)}
        if has_entries(db):
            CarriedCheck(indexes, options.url).refuse_missing(carried_indexes(db))
            return
        if not carried.keys() <= {index.name for index in indexes}:
            return  # another store's schema: with indexes of both, neither could write to it
        for index in indexes:
            if carried.get(index.name) != index.identity:
                drop_index(db, index.name)
                index.create(db)
                record_index(db, index)


def _is_ready(db: Database, options: PostgresOptions, indexes: Sequence[AnyIndex]) -> bool:
    schema = stored_schema(db)
    if schema is not None:
        refuse_newer(schema, options)
    if not options.migrate:
        refuse_missing(schema, options)
    if schema is None or schema.number < SCHEMA:
        return False
    carried = carried_indexes(db)
    if not options.migrate:
        CarriedCheck(indexes, options.url).refuse_missing(carried)
        return True
    known = {each.name: each.identity for each in carried}
    if all(known.get(index.name) == index.identity for index in indexes):
        return True
    if not has_entries(db):
        return not known.keys() <= {index.name for index in indexes}
    # Another identity may read, and a missing index is refused when it would be made.
    return all(index.name in known for index in indexes)
