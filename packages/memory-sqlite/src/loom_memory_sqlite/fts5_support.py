"""Whether this interpreter's SQLite has FTS5; some builds leave it out."""

import sqlite3
import warnings
from collections.abc import Callable
from contextlib import closing
from functools import cache


@cache
def has_fts5(connect: Callable[[str], sqlite3.Connection] = sqlite3.connect) -> bool:
    """Whether FTS5 is there, by trying it in memory."""
    with closing(connect(":memory:")) as db:
        try:
            db.execute("CREATE VIRTUAL TABLE probe USING fts5 (terms)")
        except sqlite3.OperationalError:
            return False
    return True


def warn_without_fts5() -> None:
    """Say once why the store has no ``search``."""
    warnings.warn(
        f"SQLite {sqlite3.sqlite_version} of this Python was built without FTS5, so the store "
        "has no search; a Python from python.org or your distribution has it",
        RuntimeWarning,
        stacklevel=3,
    )
