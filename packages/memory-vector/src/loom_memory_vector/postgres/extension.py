"""Whether the server has pgvector, and a version that will do."""

from typing import Final

from loom_memory_core import BackendUnavailableError
from loom_memory_postgres import Database

from loom_memory_vector.postgres import vector_sql

_INSTALL: Final = (
    "install it on the server (the package postgresql-NN-pgvector, or your provider's switch), "
    "or use vector+sqlite"
)

HALF_PRECISION: Final = (0, 7)
"""The first version with ``halfvec``."""

ITERATIVE_SCAN: Final = (0, 8)
"""The first version whose graph is searched on until a filter has let enough through."""

ANY: Final = (0, 5)


def make_extension(db: Database, *, needs: tuple[int, int] = ANY) -> None:
    """Make the extension in the database, unless it is there.

    Args:
        db: The database, as a role that may make extensions if there is none yet.
        needs: The lowest version that will do.

    Raises:
        BackendUnavailableError: The server lacks it, or has an older one, or the extension is
            in a schema where its types are not found.
    """
    row = db.execute(vector_sql.EXTENSION).fetchone()
    if row is None:
        raise BackendUnavailableError(
            "the server has no pgvector, so the database cannot hold vectors", hint=_INSTALL
        )
    installed, available = row
    if installed is None:
        db.execute(vector_sql.HOLD_EXTENSION)
        db.execute("CREATE EXTENSION IF NOT EXISTS vector")
    version = str(installed or available)
    if _numbers(version) < needs:
        raise BackendUnavailableError(
            f"the database has pgvector {version}, and this needs {needs[0]}.{needs[1]} or newer",
            hint="upgrade it on the server, then: ALTER EXTENSION vector UPDATE",
        )
    if not db.has(vector_sql.FINDS_TYPE):
        raise BackendUnavailableError(
            "the database has pgvector in a schema that is not on the search path",
            hint="ALTER ROLE ... SET search_path = public, SCHEMA_OF_VECTOR",
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
