"""The keys that begin with a prefix, as a range of the index on keys."""

import sqlite3
import sys

from loom_memory_sqlite import sql

_SURROGATES = range(0xD800, 0xE000)


def keys_with(db: sqlite3.Connection, prefix: str | None) -> list[str]:
    """The keys that begin with ``prefix``, by code point; none for ``None``."""
    if prefix is None:
        return []
    stop = after_prefix(prefix)
    if stop is None:
        found = db.execute(sql.KEYS_FROM, {"start": prefix})
    else:
        found = db.execute(sql.KEYS_BETWEEN, {"start": prefix, "stop": stop})
    return [row[0] for row in found]


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
    if following in _SURROGATES:
        following = _SURROGATES.stop
    return kept[:-1] + chr(following)
