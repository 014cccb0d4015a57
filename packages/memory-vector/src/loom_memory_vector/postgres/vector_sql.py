"""Every statement of the vectors' table; it is derived from the rows of the list."""

# ruff: noqa: S608 - what is put together here are numbers and names of this package

from functools import cache
from typing import Final

from loom_memory_postgres import LAST_SEQ, entry_at

from loom_memory_vector.fusion import WORDS_WEIGHT

EXTENSION: Final = """
SELECT installed_version, default_version
FROM pg_available_extensions
WHERE name = 'vector'
"""

HOLD_EXTENSION: Final = """
SELECT pg_advisory_xact_lock(hashtextextended('loom/extension/vector', 0))
"""

FINDS_TYPE: Final = "SELECT to_regtype('vector') IS NOT NULL"

STORE_INLINE: Final = "ALTER TABLE {schema}.loom_vectors ALTER COLUMN vector SET STORAGE PLAIN"

MAKE_DIGESTS: Final = "CREATE INDEX loom_vectors_digests ON {schema}.loom_vectors (digest)"

COMMENT: Final = "COMMENT ON TABLE {{schema}}.loom_vectors IS '{text}'"

FINGERPRINT: Final = """
SELECT obj_description(to_regclass(format('%%I.loom_vectors', %(schema)s::text)), 'pg_class')
"""
"""A comment, since it needs no row without a key, and no right to be read."""

DROP: Final = """
DELETE FROM {schema}.loom_vectors
WHERE key = %(key)s AND seq = ANY(%(seqs)s::bigint[])
"""

CLEAR: Final = """
DELETE FROM {schema}.loom_vectors
WHERE key = %(key)s
"""

KEYS: Final = """
SELECT DISTINCT key
FROM {schema}.loom_vectors
"""

DIGESTS: Final = """
SELECT seq, digest
FROM {schema}.loom_vectors
WHERE key = %(key)s
"""

REMEMBERED: Final = """
SELECT obj_description(to_regclass(format('%%I.loom_vectors', %(schema)s::text)), 'pg_class'),
EXISTS (
  SELECT FROM pg_tables WHERE schemaname = %(schema)s AND tablename = 'loom_kept_vectors'
)
"""
"""The fingerprint, and whether vectors are kept for a rebuild."""

MAKE_KEPT: Final = """
CREATE TABLE IF NOT EXISTS {schema}.loom_kept_vectors (
  digest bytea NOT NULL,
  identity text NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (digest, identity)
)
"""

KEEP: Final = """
INSERT INTO {schema}.loom_kept_vectors (digest, identity, vector)
SELECT come.digest, %(identity)s, come.vector
FROM unnest(%(digests)s::bytea[], %(vectors)s::bytea[]) AS come (digest, vector)
ON CONFLICT DO NOTHING
"""

KEPT: Final = """
SELECT digest, vector
FROM {schema}.loom_kept_vectors
WHERE digest = ANY(%(digests)s::bytea[]) AND identity = %(identity)s
"""

FORGET: Final = """
DROP TABLE IF EXISTS {schema}.loom_kept_vectors
"""

_ADD: Final = """
INSERT INTO {{schema}}.loom_vectors (key, seq, digest, vector)
SELECT %(key)s, {first} + come.seq, come.digest, come.vector::{kind}
FROM unnest(%(seqs)s::bigint[], %(digests)s::bytea[], %(vectors)s::text[])
  AS come (seq, digest, vector)
"""

_ROUGH: Final = """rough AS MATERIALIZED (
  SELECT seq, digest, -(vector <#> %(question)s::{kind}) AS product
  FROM {{schema}}.loom_vectors
  WHERE key = %(key)s
)"""
"""Every vector of the key, and of no other; in this form no graph can answer it."""

_VECTOR: Final = """(
  SELECT {kind}_send(vector) FROM {{schema}}.loom_vectors AS held
  WHERE held.key = %(key)s AND held.seq = close.seq
)"""

_BEST: Final = """
WITH {rough}, least AS (
  SELECT greatest(
    %(floor)s, (SELECT product FROM rough ORDER BY product DESC OFFSET %(limit)s - 1 LIMIT 1)
  ) - %(margin)s AS least
), close AS (
  SELECT seq, row_number() OVER (PARTITION BY digest ORDER BY seq DESC) AS place
  FROM rough, least
  WHERE product >= least
)
SELECT seq, {brought}
FROM close
WHERE place <= %(limit)s
"""

_NEAREST: Final = """
WITH close AS MATERIALIZED (
  SELECT seq
  FROM {{schema}}.loom_vectors
  WHERE key = %(key)s
  ORDER BY vector <#> %(question)s::{kind}
  LIMIT %(limit)s
)
SELECT seq, {brought}
FROM close
"""

_TOP: Final = """
WITH {rough}, close AS (
  SELECT DISTINCT ON (digest) seq
  FROM rough
  WHERE product >= (SELECT max(product) FROM rough) - %(margin)s
)
SELECT seq, {brought}
FROM close
"""

_FUSED: Final = """, {rough}, gate AS MATERIALIZED (
  SELECT max(product) AS top, coalesce(%(is_open)s::bool, max(product) >= %(gate)s) AS is_open
  FROM rough
), fused AS MATERIALIZED (
  SELECT seq, digest, share,
    coalesce(product, 0) + {weight} * coalesce(share, 0) AS score,
    share IS NOT NULL OR (is_open AND product >= %(floor)s + %(margin)s) AS surely,
    share IS NOT NULL OR (is_open AND product >= %(floor)s - %(margin)s) AS maybe
  FROM rough FULL JOIN words USING (seq) CROSS JOIN gate
), least AS (
  SELECT coalesce(
    (SELECT score FROM fused WHERE surely ORDER BY score DESC OFFSET %(limit)s - 1 LIMIT 1),
    '-infinity'
  ) - %(margin)s AS least
), close AS (
  SELECT seq, share, row_number() OVER (PARTITION BY digest, share ORDER BY seq DESC) AS place
  FROM fused, least
  WHERE maybe AND score >= least
)
SELECT top, close.seq, close.share, {brought}
FROM gate LEFT JOIN close ON place <= %(limit)s
"""

_NO_WORDS: Final = """
WITH words AS (
  SELECT NULL::bigint AS seq, NULL::float8 AS share WHERE false
)
"""

SEARCH_ON: Final = "SET LOCAL hnsw.iterative_scan = relaxed_order"


def _brought(kind: str) -> str:
    """The vector and the entry of a row that is close."""
    return f"{_VECTOR.format(kind=kind)}, {entry_at('close.seq')}"


@cache
def add(kind: str) -> str:
    """Insert vectors."""
    return _ADD.format(first="0", kind=kind)


@cache
def append(kind: str) -> str:
    """The same, with places counted from the end of the list: the last has 0."""
    return _ADD.format(first=LAST_SEQ, kind=kind)


@cache
def graph(kind: str) -> str:
    """Make the graph in which an approximate search walks."""
    return (
        "CREATE INDEX loom_vectors_graph ON {schema}.loom_vectors "
        f"USING hnsw (vector {kind}_ip_ops)"
    )


@cache
def of_digests(kind: str) -> str:
    """One vector for each digest that is there."""
    return f"""
SELECT wanted.digest, found.vector
FROM unnest(%(digests)s::bytea[]) AS wanted (digest)
CROSS JOIN LATERAL (
  SELECT {kind}_send(vector) AS vector
  FROM {{schema}}.loom_vectors AS held
  WHERE held.digest = wanted.digest
  LIMIT 1
) AS found
"""


@cache
def best(kind: str) -> str:
    """The best of a key, and what is so close to the last of them that it may be better.

    Of rows with equal texts no more than the newest are brought.
    """
    return _BEST.format(rough=_ROUGH.format(kind=kind), brought=_brought(kind))


@cache
def nearest(kind: str) -> str:
    """The best of a key as the graph finds them."""
    return _NEAREST.format(brought=_brought(kind), kind=kind)


@cache
def top(kind: str) -> str:
    """The best of a key, and whatever may be as good; equal texts once."""
    return _TOP.format(rough=_ROUGH.format(kind=kind), brought=_brought(kind))


@cache
def fused(kind: str) -> str:
    """The end of a statement with the table ``words``: the best of both, and what is close."""
    return _FUSED.format(
        rough=_ROUGH.format(kind=kind), brought=_brought(kind), weight=WORDS_WEIGHT
    )


NO_WORDS: Final = _NO_WORDS
"""The beginning where no word matches."""
