"""Every statement of the list; ``word_sql`` and ``carried_sql`` have those of the indexes.

But for listing and counting, each names one key, so the tables can be spread by key. Texts go to
the server as ``%b``, byte for byte: in the other form each quote and backslash is escaped, slowly.
"""

# ruff: noqa: S608 - what is put together here are constants of this module

from typing import Final

SCHEMA: Final = """
SELECT number, min_reader
FROM {schema}.loom_schema
"""

HAS_SCHEMA: Final = """
SELECT EXISTS (
  SELECT FROM pg_tables WHERE schemaname = %(schema)s AND tablename = 'loom_schema'
)
"""

HAS_NAMESPACE: Final = """
SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = %(schema)s)
"""

HAS_ENTRIES: Final = """
SELECT EXISTS (SELECT FROM {schema}.loom_entries)
"""

HOLD_WRITERS: Final = """
LOCK TABLE {schema}.loom_lists IN EXCLUSIVE MODE
"""
"""Readers go on; whoever would take a list waits, one that is to be taken apart included."""

_CARRIES: Final = """coalesce((
  SELECT string_agg(name || ' ' || identity, ', ' ORDER BY name COLLATE "C")
  FROM {schema}.loom_indexes
), '')"""


def _refusing(condition: str) -> str:
    """A value that is true, or an error of the state ``REFUSED``: the transaction ends there."""
    return f"""CASE WHEN {condition} AND {_CARRIES} = %(carried)s THEN true
ELSE ('refused: another writer, or other indexes, which are ' || {_CARRIES})::bool END"""


REFUSED: Final = "22P02"
"""invalid_text_representation: a text that is no truth value."""

LAST_SEQ: Final = """(SELECT last_seq FROM {schema}.loom_lists WHERE key = %(key)s)"""
"""The insertion key of the newest row, in a transaction that has taken the list."""


def entry_at(seq: str) -> str:
    """A value in a statement with the parameter ``key``: the entry of a row, null without one.

    Args:
        seq: Its insertion key, as the statement calls it.
    """
    return f"""(
  SELECT entry FROM {{schema}}.loom_entries AS held
  WHERE held.key = %(key)s AND held.seq = {seq}
)"""


CLAIM: Final = """
INSERT INTO {schema}.loom_lists AS list (key, last_seq, entries)
VALUES (%(key)s, %(count)s, %(count)s)
ON CONFLICT (key) DO UPDATE
SET last_seq = list.last_seq + excluded.last_seq, entries = list.entries + excluded.entries,
  changed = excluded.changed
RETURNING last_seq
"""

APPEND_OR_REFUSE: Final = f"""
WITH list AS (
  INSERT INTO {{schema}}.loom_lists AS list (key, last_seq, entries)
  SELECT %(key)s, %(count)s, %(count)s
  WHERE {_refusing("true")}
  ON CONFLICT (key) DO UPDATE
  SET last_seq = list.last_seq + excluded.last_seq, entries = list.entries + excluded.entries,
    changed = excluded.changed
  RETURNING last_seq
), entered AS (
  INSERT INTO {{schema}}.loom_entries (key, seq, id_hash, entry)
  SELECT %(key)s, list.last_seq - %(count)s + come.at, come.id_hash, come.entry
  FROM list, unnest(%(hashes)b::bigint[], %(entries)b::text[]) WITH ORDINALITY
    AS come (id_hash, entry, at)
)
SELECT last_seq FROM list
"""

LIST: Final = """
SELECT last_seq, changed
FROM {schema}.loom_lists
WHERE key = %(key)s
"""

MAKE_OR_REFUSE: Final = f"""
WITH taken AS (
  INSERT INTO {{schema}}.loom_lists (key, last_seq, entries)
  VALUES (%(key)s, %(last)s, %(entries)s)
  ON CONFLICT DO NOTHING
  RETURNING key
)
SELECT {_refusing("count(*) = 1")} FROM taken
"""

RECOUNT_OR_REFUSE: Final = f"""
WITH taken AS (
  UPDATE {{schema}}.loom_lists
  SET last_seq = greatest(last_seq, %(last)s), entries = %(entries)s, changed = pg_current_xact_id()
  WHERE key = %(key)s AND changed = %(changed)s::xid8
  RETURNING key
)
SELECT {_refusing("count(*) = 1")} FROM taken
"""

HOLD: Final = """
SELECT last_seq
FROM {schema}.loom_lists
WHERE key = %(key)s
FOR UPDATE
"""

RECOUNT: Final = """
UPDATE {schema}.loom_lists
SET last_seq = greatest(last_seq, %(last)s), entries = %(entries)s, changed = pg_current_xact_id()
WHERE key = %(key)s
"""

COUNT_DOWN: Final = """
UPDATE {schema}.loom_lists
SET entries = entries - %(count)s, changed = pg_current_xact_id()
WHERE key = %(key)s
"""

DROP_COUNTED_OUT: Final = """
DELETE FROM {schema}.loom_lists
WHERE key = %(key)s AND entries <= 0
"""

DROP_LIST: Final = """
DELETE FROM {schema}.loom_lists
WHERE key = %(key)s
"""

ADD_ENTRIES: Final = """
INSERT INTO {schema}.loom_entries (key, seq, id_hash, entry)
SELECT %(key)s, come.seq, come.id_hash, come.entry
FROM unnest(%(seqs)b::bigint[], %(hashes)b::bigint[], %(entries)b::text[])
  AS come (seq, id_hash, entry)
"""

DROP_ENTRIES: Final = """
DELETE FROM {schema}.loom_entries
WHERE key = %(key)s AND seq = ANY(%(seqs)s::bigint[])
"""

CLEAR_ENTRIES: Final = """
DELETE FROM {schema}.loom_entries
WHERE key = %(key)s
"""

READ_ALL: Final = """
SELECT entry
FROM {schema}.loom_entries
WHERE key = %(key)s
ORDER BY seq
"""

READ_NEWEST: Final = """
SELECT entry
FROM (
  SELECT seq, entry
  FROM {schema}.loom_entries
  WHERE key = %(key)s
  ORDER BY seq DESC
  LIMIT %(limit)s
) AS newest
ORDER BY seq
"""

ROWS: Final = """
SELECT seq, id_hash, entry
FROM {schema}.loom_entries
WHERE key = %(key)s
ORDER BY seq
"""

ROWS_BY_ID: Final = """
SELECT seq, id_hash, entry
FROM {schema}.loom_entries
WHERE key = %(key)s AND id_hash = ANY(%(hashes)s::bigint[])
ORDER BY seq
"""

ROWS_BY_SEQ: Final = """
SELECT seq, id_hash, entry
FROM {schema}.loom_entries
WHERE key = %(key)s AND seq = ANY(%(seqs)s::bigint[])
"""

POSITION: Final = """
SELECT count(*)
FROM {schema}.loom_entries
WHERE key = %(key)s AND seq < %(seq)s
"""

KEYS: Final = """
SELECT key
FROM {schema}.loom_lists
WHERE key >= %(start)s AND entries > 0
ORDER BY key
"""

KEYS_BETWEEN: Final = """
SELECT key
FROM {schema}.loom_lists
WHERE key >= %(start)s AND key < %(stop)s AND entries > 0
ORDER BY key
"""

LISTS_CHANGED: Final = """
SELECT key, entries
FROM {schema}.loom_lists
WHERE changed >= %(since)s::xid8 AND entries > 0
ORDER BY key
"""

OLDEST_RUNNING: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text
"""
"""Every transaction before this one has ended, and is seen by what the statement's sees."""

LISTS: Final = """
SELECT key, count(*), sum(octet_length(entry))::bigint
FROM {schema}.loom_entries
GROUP BY key
ORDER BY key
"""

ENTRY_KEYS: Final = """
SELECT DISTINCT key
FROM {schema}.loom_entries
ORDER BY key
"""

COUNT_ENTRIES: Final = """
SELECT count(*)
FROM {schema}.loom_entries
"""

MISCOUNTED: Final = """
SELECT coalesce(list.key, held.key), coalesce(list.entries, 0), coalesce(held.entries, 0)
FROM {schema}.loom_lists AS list
FULL JOIN (SELECT key, count(*) AS entries FROM {schema}.loom_entries GROUP BY key) AS held
  ON held.key = list.key
WHERE coalesce(list.entries, 0) <> coalesce(held.entries, 0)
ORDER BY 1
"""

CORRECT_COUNT: Final = """
INSERT INTO {schema}.loom_lists AS list (key, last_seq, entries)
SELECT %(key)s, max(seq), count(*)
FROM {schema}.loom_entries
WHERE key = %(key)s
HAVING count(*) > 0
ON CONFLICT (key) DO UPDATE
SET last_seq = greatest(list.last_seq, excluded.last_seq), entries = excluded.entries,
  changed = excluded.changed
"""

DROP_EMPTY_LIST: Final = """
DELETE FROM {schema}.loom_lists AS list
WHERE key = %(key)s
  AND NOT EXISTS (SELECT FROM {schema}.loom_entries AS held WHERE held.key = list.key)
"""

SET_ASIDE: Final = """
INSERT INTO {schema}.loom_aside (key, position, entry, reason, set_aside_at)
SELECT key, %(position)s, entry, %(reason)s, now()
FROM {schema}.loom_entries
WHERE key = %(key)s AND seq = %(seq)s
"""

BYTES: Final = """
SELECT coalesce(sum(pg_total_relation_size(format('%%I.%%I', schemaname, tablename)::regclass)), 0)
FROM pg_tables
WHERE schemaname = %(schema)s AND starts_with(tablename, 'loom_')
"""

PARTITIONS: Final = """
SELECT count(*)
FROM pg_inherits
WHERE inhparent = to_regclass(%(table)s)
"""
