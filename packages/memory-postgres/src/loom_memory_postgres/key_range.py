"""The keys that begin with a prefix, as a range of the primary key."""

import sys
from typing import Final

from loom_memory_postgres import sql
from loom_memory_postgres.database import Database

_SURROGATES: Final = range(0xD800, 0xE000)


def keys_with(db: Database, prefix: str | None) -> list[str]:
    """The keys that begin with ``prefix``, by code point; none for ``None``."""
    if prefix is None:
        return []
    stop = after_prefix(prefix)
    statement = sql.KEYS if stop is None else sql.KEYS_BETWEEN
    return [row[0] for row in db.execute(statement, {"start": prefix, "stop": stop})]


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
