"""Every statement of the words index."""

# ruff: noqa: S608 - what is put together here are numbers and names of this module

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from loom_memory_postgres.ranking import HALF_AT_LEAST, K1, B
from loom_memory_postgres.sql import LAST_SEQ, entry_at

_ADD: Final = """
INSERT INTO {{schema}}.loom_words (key, seq, length, cut, unstable, lexemes)
SELECT %(key)s, {first} + come.seq, come.length, come.cut, come.unstable,
  array_to_tsvector(string_to_array(come.lexemes, ' '))
FROM unnest(
  %(seqs)b::bigint[], %(lengths)b::int[], %(cuts)b::bool[], %(unstables)b::bool[],
  %(lexemes)b::text[]
) AS come (seq, length, cut, unstable, lexemes)
"""

ADD: Final = _ADD.format(first="0")

APPEND: Final = _ADD.format(first=LAST_SEQ)
"""The same, with places counted from the end of the list: the last has 0."""

DROP: Final = """
DELETE FROM {schema}.loom_words
WHERE key = %(key)s AND seq = ANY(%(seqs)s::bigint[])
"""

CLEAR: Final = """
DELETE FROM {schema}.loom_words
WHERE key = %(key)s
"""

COUNT_CUT: Final = """
SELECT count(*)
FROM {schema}.loom_words
WHERE cut
"""

KEYS: Final = """
SELECT key FROM {schema}.loom_lists
UNION
SELECT key FROM {schema}.loom_words
ORDER BY key
"""

OF_KEY: Final = """
SELECT seq, length, cut, unstable, tsvector_to_array(lexemes)
FROM {schema}.loom_words
WHERE key = %(key)s
"""

_NEWEST: Final = """
SELECT seq
FROM {{schema}}.loom_words
WHERE key = %(key)s AND {matches}
ORDER BY seq DESC
LIMIT %(limit)s
"""

NEWEST_OF_MANY: Final = """
SELECT seq
FROM {schema}.loom_words
WHERE key = %(key)s AND tsvector_to_array(lexemes) && %(lexemes)s::text[]
ORDER BY seq DESC
LIMIT %(limit)s
"""

_NORM: Final = f"{K1} * ({1 - B} + {B} * length / average)"

_IDF: Final = "ln(1 + (n - {frequency} + 0.5) / ({frequency} + 0.5))"
"""Above 0 for a term of every entry too, so that a list of one still has scores."""

ENTRIES: Final = """
SELECT entries
FROM {schema}.loom_lists
WHERE key = %(key)s
"""

_MATCHES: Final = {
    False: "lexemes @@ %(any)s::tsquery",
    True: "(lexemes @@ %(any)s::tsquery) IS TRUE",  # in this form no index can answer it
}
"""By whether the list is short: then it is walked."""

NEWEST: Final = {short: _NEWEST.format(matches=matches) for short, matches in _MATCHES.items()}

_SIZE: Final = "SELECT %(entries)s::float8 AS n"

RANK_MANY: Final = f"""
WITH size AS MATERIALIZED ({_SIZE}), place AS MATERIALIZED (
  SELECT word.seq, word.length, term.at
  FROM {{schema}}.loom_words AS word
  CROSS JOIN LATERAL unnest(tsvector_to_array(word.lexemes)) AS has (lexeme)
  JOIN unnest(%(lexemes)s::text[]) WITH ORDINALITY AS term (lexeme, at)
    ON term.lexeme = has.lexeme
  WHERE word.key = %(key)s
), counted AS (
  SELECT at, count(*)::float8 AS frequency FROM place GROUP BY at
), weighed AS (
  SELECT at, {_IDF.format(frequency="frequency")} AS weight, n,
    NOT %(prune)s OR frequency <= greatest(n / 2, {HALF_AT_LEAST}) AS ranks
  FROM counted, size
), best AS (
  SELECT sum(weight) FILTER (WHERE ranks)
    + (%(count)s - count(*)) * max({_IDF.format(frequency="0")}) AS best FROM weighed
), average AS (
  SELECT avg(length)::float8 AS average FROM (SELECT DISTINCT seq, length FROM place) AS each
)
SELECT seq, greatest(round(1e6 * sum(weight) / best / (1 + {_NORM})), 1)::bigint AS score,
  (SELECT count(DISTINCT seq) FROM place), NULL
FROM place JOIN weighed USING (at), best, average
WHERE ranks
GROUP BY seq, length, average, best
ORDER BY score DESC, seq DESC
LIMIT %(limit)s
"""
"""For a query of many terms: each lexeme of each row is looked up in the query, once."""


@lru_cache(64)
def rank(count: int, *, short: bool) -> str:
    """The same for a query of ``count`` terms, ``t0`` and so on: each is asked of each match.

    One walk over the matches counts and weighs the terms; none is in an entry that has not
    matched. Each row says how many matched, whether they rank or not, and brings its entry.

    Args:
        count: How many terms, at least one.
        short: Whether to walk the list and not the index on lexemes.
    """
    names = range(count)
    has = ", ".join(f"lexemes @@ %(t{at})s::tsquery AS h{at}" for at in names)
    counts = ", ".join(f"count(*) FILTER (WHERE h{at}) AS f{at}" for at in names)
    half = f"greatest(n / 2, {HALF_AT_LEAST})"
    weights = ", ".join(
        f"CASE WHEN %(prune)s AND f{at} > {half} THEN 0 "
        f"ELSE {_IDF.format(frequency=f'f{at}')} END AS w{at}"
        for at in names
    )
    best = _summed(f"w{at}" for at in names)
    found = _summed(f"CASE WHEN h{at} THEN w{at} ELSE 0 END" for at in names)
    return f"""
WITH size AS MATERIALIZED ({_SIZE}), matched AS MATERIALIZED (
  SELECT seq, length, {has}
  FROM {{schema}}.loom_words
  WHERE key = %(key)s AND {_MATCHES[short]}
), counted AS (
  SELECT avg(length)::float8 AS average, {counts} FROM matched
), weighed AS MATERIALIZED (
  SELECT average, {weights} FROM counted, size
), scored AS (
  SELECT seq, {found} AS weight, {best} AS best, {_NORM} AS norm FROM matched, weighed
), first AS (
  SELECT seq, greatest(round(1e6 * weight / best / (1 + norm)), 1)::bigint AS score
  FROM scored
  WHERE weight > 0
  ORDER BY score DESC, seq DESC
  LIMIT %(limit)s
)
SELECT seq, score, (SELECT count(*) FROM matched), {entry_at("first.seq")}
FROM first
ORDER BY score DESC, seq DESC
"""


MATCHES_OF_MANY: Final = f"""
WITH size AS MATERIALIZED ({_SIZE}), place AS MATERIALIZED (
  SELECT word.seq, word.length, term.at
  FROM {{schema}}.loom_words AS word
  CROSS JOIN LATERAL unnest(tsvector_to_array(word.lexemes)) AS has (lexeme)
  JOIN unnest(%(lexemes)s::text[]) WITH ORDINALITY AS term (lexeme, at)
    ON term.lexeme = has.lexeme
  WHERE word.key = %(key)s
), counted AS (
  SELECT at, count(*)::float8 AS frequency FROM place GROUP BY at
), weighed AS MATERIALIZED (
  SELECT at, {_IDF.format(frequency="frequency")} AS weight, n,
    at <= %(content)s AND frequency <= greatest(n / 2, {HALF_AT_LEAST}) AS ranks
  FROM counted, size
), any_rank AS (
  SELECT coalesce(bool_or(ranks), false) AS ranked FROM weighed
), best AS (
  SELECT sum(weight) FILTER (WHERE ranks OR NOT ranked) + max({_IDF.format(frequency="0")})
    * (CASE WHEN ranked THEN %(content)s - count(*) FILTER (WHERE at <= %(content)s)
       ELSE %(count)s - count(*) END) AS best, ranked
  FROM weighed, any_rank
  GROUP BY ranked
), average AS (
  SELECT avg(length)::float8 AS average FROM (SELECT DISTINCT seq, length FROM place) AS each
), words AS (
  SELECT seq, coalesce(sum(weight) FILTER (WHERE ranks OR NOT ranked), 0) / best
    / (1 + {_NORM}) AS share
  FROM place JOIN weighed USING (at), best, average
  GROUP BY seq, length, average, best
)
"""
"""As ``matches``, for a query of many terms."""


@lru_cache(64)
def matches(content: int, count: int, *, short: bool) -> str:
    """The beginning of a statement: every match with its share, as the table ``words``.

    Terms that rank are chosen as a search chooses them, in one walk: where none of those that
    may rank is in any entry, all do.

    Args:
        content: How many of the terms may rank; they come first.
        count: How many terms there are, ``t0`` and so on.
        short: Whether to walk the list and not the index on lexemes.
    """
    names = range(count)
    has = ", ".join(f"lexemes @@ %(t{at})s::tsquery AS h{at}" for at in names)
    counts = ", ".join(f"count(*) FILTER (WHERE h{at}) AS f{at}" for at in names)
    half = f"greatest(n / 2, {HALF_AT_LEAST})"
    ranks = " OR ".join(["false", *(f"f{at} > 0 AND f{at} <= {half}" for at in range(content))])
    weights = ", ".join(
        f"CASE WHEN ranked AND {f'f{at} > {half}' if at < content else 'true'} THEN 0 "
        f"ELSE {_IDF.format(frequency=f'f{at}')} END AS w{at}"
        for at in names
    )
    best = _summed(f"w{at}" for at in names)
    found = _summed(f"CASE WHEN h{at} THEN w{at} ELSE 0 END" for at in names)
    return f"""
WITH size AS MATERIALIZED ({_SIZE}), matched AS MATERIALIZED (
  SELECT seq, length, {has}
  FROM {{schema}}.loom_words
  WHERE key = %(key)s AND {_MATCHES[short]}
), counted AS (
  SELECT avg(length)::float8 AS average, {counts} FROM matched
), judged AS (
  SELECT counted.*, n, ({ranks}) AS ranked FROM counted, size
), weighed AS MATERIALIZED (
  SELECT average, {weights} FROM judged
), words AS (
  SELECT seq, {found} / {best} / (1 + {_NORM}) AS share FROM matched, weighed
)
"""


def _summed(parts: Iterable[str]) -> str:
    return "(" + " + ".join(parts) + ")"
