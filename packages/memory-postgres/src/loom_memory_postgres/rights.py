"""Who may do what with the tables of an index, kept while others take their place."""

from loom_memory_postgres import carried_sql
from loom_memory_postgres.database import NEXT, Database


class Rights:
    """The owner, grants, policies and row-level security of tables that are to be replaced.

    They are read when this is made: after the new tables of the index, while the old ones are
    there still. Until the transaction ends nobody else uses the old ones.

    Args:
        db: The database.
        name: The index's. A table of it that replaces no other is left as it was made.
    """

    def __init__(self, db: Database, name: str) -> None:
        self._db = db
        names = {"schema": db.schema, "table": f"loom_{name}", "next": f"{NEXT}{name}"}
        for (each,) in db.execute(carried_sql.INDEX_TABLES, names).fetchall():
            db.execute(carried_sql.HOLD_TABLE.replace("{table}", each))
        found = db.execute(carried_sql.RIGHTS, names).fetchall()
        self._statements: list[str] = [statement for (statement,) in found]

    def give(self) -> None:
        """Give them to the new tables, which have taken the names of the old."""
        for each in self._statements:
            self._db.connection.execute(each.encode())  # a policy may say {schema} itself
