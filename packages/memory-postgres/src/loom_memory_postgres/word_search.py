"""One search for words: what ranks first, then the newest of what only matches."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from loom_memory_postgres import word_sql
from loom_memory_postgres.analysis import WordQuery
from loom_memory_postgres.database import Database
from loom_memory_postgres.index import Scored
from loom_memory_postgres.ranking import MIN_SCORE

MANY_TERMS: Final = 40
"""From so many terms on it is cheaper to look a row's lexemes up in the query."""

_MOST: Final = 1 << 61
"""More than any list holds, and twice that is still a number for the server."""

SHORT_LIST: Final = 1_000
"""Up to so many entries a walk over the list beats the index on lexemes, which holds all keys."""

_MICRO: Final = 1_000_000


def best_matches(db: Database, key: str, query: WordQuery, *, limit: int) -> list[Scored]:
    """The best ``limit`` matches of the key, best first; equal scores newest first.

    Stop words and terms in more than half of the entries do not rank: they would decide
    nothing. Where nothing else matches, everything ranks.

    Args:
        db: The database.
        key: Whose list.
        query: The lexemes.
        limit: How many, above 0.
    """
    limit = min(limit, _MOST)
    entries = db.number(word_sql.ENTRIES, {"key": key})
    if not entries:
        return []
    size = Size(key, entries, limit)
    everything = [*query.content, *query.stop]
    found, matching = _ranked(db, size, query.content, prune=True)
    if not found:
        return _ranked(db, size, everything, prune=False)[0]
    if len(found) == limit or (len(found) == matching and not query.stop):
        return found
    ranked = {each.seq for each in found}
    newest = _newest(db, size._replace(limit=limit + len(found)), everything)
    rest = [Scored(seq, MIN_SCORE) for seq in newest if seq not in ranked]
    return sorted([*found, *rest], key=_order)[:limit]


class WordMatches(NamedTuple):
    """The beginning of a statement that ranks by words and by something else."""

    begin: str
    """``WITH`` and tables, the last of which is ``words``. It has a row for each match: its
    ``seq``, and as ``share`` its BM25 as a share of the best that the query could reach, below
    1 and not rounded; 0 where it shares only a term that does not rank, such as a stop word."""

    values: dict[str, Any]
    """The statement's parameters so far, ``key`` among them."""


def all_matches(db: Database, key: str, query: WordQuery) -> WordMatches | None:
    """Every match of the key; ``None`` where there can be none."""
    lexemes = [*query.content, *query.stop]
    entries = db.number(word_sql.ENTRIES, {"key": key}) if lexemes else 0
    if not entries:
        return None
    values: dict[str, Any] = {"key": key, "entries": entries}
    content, count = len(query.content), len(lexemes)
    if count >= MANY_TERMS:
        values |= {"lexemes": lexemes, "content": content, "count": count}
        return WordMatches(word_sql.MATCHES_OF_MANY, values)
    values |= {f"t{at}": _quoted(each) for at, each in enumerate(lexemes)}
    values["any"] = _any(lexemes)
    short = entries <= SHORT_LIST
    return WordMatches(word_sql.matches(content, count, short=short), values)


class Size(NamedTuple):
    """Of a list, and of what is asked of it."""

    key: str
    entries: int
    limit: int

    @property
    def short(self) -> bool:
        """Whether to walk the list."""
        return self.entries <= SHORT_LIST

    @property
    def prepare(self) -> bool | None:
        """Whether a statement may be prepared.

        A plan made for any key and any term would always walk the index on lexemes.
        """
        return None if self.short else False


def _order(each: Scored) -> tuple[float, int]:
    return -each.score, -each.seq


def _ranked(
    db: Database, size: Size, lexemes: Sequence[str], *, prune: bool
) -> tuple[list[Scored], int]:
    """The best matches, and how many there are whether they rank or not; 0 if none ranks."""
    if not lexemes:
        return [], 0
    values: dict[str, Any] = {**size._asdict(), "prune": prune}
    prepare = None
    if len(lexemes) < MANY_TERMS:
        prepare = size.prepare
        statement = word_sql.rank(len(lexemes), short=size.short)
        values |= {f"t{at}": _quoted(each) for at, each in enumerate(lexemes)}
        values["any"] = _any(lexemes)
    else:
        statement = word_sql.RANK_MANY
        values |= {"lexemes": list(lexemes), "count": len(lexemes)}
    rows = db.execute(statement, values, prepare=prepare).fetchall()
    found = [Scored(seq, score / _MICRO, text=text) for seq, score, _, text in rows]
    return found, rows[0][2] if rows else 0


def _newest(db: Database, size: Size, lexemes: Sequence[str]) -> list[int]:
    values = size._asdict()
    if len(lexemes) < MANY_TERMS:
        asked = values | {"any": _any(lexemes)}
        rows = db.execute(word_sql.NEWEST[size.short], asked, prepare=size.prepare)
    else:
        many = values | {"lexemes": list(lexemes)}
        rows = db.execute(word_sql.NEWEST_OF_MANY, many, prepare=False)
    return [row[0] for row in rows]


def _any(lexemes: Sequence[str]) -> str:
    return " | ".join(map(_quoted, lexemes))


def _quoted(lexeme: str) -> str:
    """A lexeme as a tsquery reads it; terms hold letters, numbers and marks alone."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
