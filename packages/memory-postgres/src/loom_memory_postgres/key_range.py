"""The keys that begin with a prefix, as a range of the primary key."""

import sys
from typing import Final

from loom_memory_postgres import sql
from loom_memory_postgres.database import Cursor, Database

_SURROGATES: Final = range(0xD800, 0xE000)


def finding_keys(db: Database, prefix: str) -> Cursor:
    """Will give the keys that begin with ``prefix``, by code point."""
    stop = after_prefix(prefix)
    statement = sql.KEYS if stop is None else sql.KEYS_BETWEEN
    return db.execute(statement, {"start": prefix, "stop": stop})


def after_prefix(prefix: str) -> str | None:
    """The first text behind all that begin with ``prefix``; ``None`` if there is none.

    Examples:
        >>> after_prefix("team/")
        'team0'
    """
    kept = prefix.rstrip(chr(sys.maxunicode))
    if not kept:
        return None
    following = ord(kept[-1]) + 1
    return kept[:-1] + chr(_SURROGATES.stop if following in _SURROGATES else following)
