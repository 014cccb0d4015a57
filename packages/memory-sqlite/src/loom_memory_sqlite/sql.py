"""Every statement of the list; those of the words index are in ``word_sql``."""

from typing import Final

SCHEMA: Final = """
SELECT number, min_reader
FROM loom_schema
"""

HAS_SCHEMA: Final = """
SELECT count(*)
FROM sqlite_master
WHERE type = 'table' AND name = 'loom_schema'
"""

ORDINARY_TABLES: Final = """
SELECT name
FROM sqlite_master
WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
"""

KEY_ID: Final = """
SELECT id
FROM loom_keys
WHERE key = :key
"""

ADD_KEY: Final = """
INSERT INTO loom_keys (key)
VALUES (:key)
"""

DROP_KEY: Final = """
DELETE FROM loom_keys
WHERE id = :key_id
"""

DROP_KEY_IF_EMPTY: Final = """
DELETE FROM loom_keys
WHERE id = :key_id
  AND NOT EXISTS (SELECT 1 FROM loom_entries WHERE key_id = :key_id)
"""

KEYS_FROM: Final = """
SELECT key
FROM loom_keys
WHERE key >= :start
ORDER BY key
"""

KEYS_BETWEEN: Final = """
SELECT key
FROM loom_keys
WHERE key >= :start AND key < :stop
ORDER BY key
"""

LAST_SEQ: Final = """
SELECT seq
FROM sqlite_sequence
WHERE name = 'loom_entries'
"""

ADD_ENTRY: Final = """
INSERT INTO loom_entries (seq, key_id, id_hash, entry)
VALUES (?, ?, ?, ?)
"""

# An entry is read as its bytes: they need no decoding, and bytes that are not UTF-8 raise
# where the entry is parsed, with its key and its position.
READ_NEWEST: Final = """
SELECT CAST(entry AS BLOB)
FROM loom_entries
WHERE key_id = (SELECT id FROM loom_keys WHERE key = :key)
ORDER BY seq DESC
LIMIT :limit
"""

READ_ALL: Final = """
SELECT CAST(entry AS BLOB)
FROM loom_entries
WHERE key_id = (SELECT id FROM loom_keys WHERE key = :key)
ORDER BY seq
"""

ROWS: Final = """
SELECT seq, id_hash, CAST(entry AS BLOB)
FROM loom_entries
WHERE key_id = :key_id
ORDER BY seq
"""

# CROSS JOIN keeps the order of the tables: one search of the index for each id. With a
# join that SQLite may turn around, or an ORDER BY, it walks the key's whole list.
ROWS_BY_ID: Final = """
SELECT entries.seq, entries.id_hash, CAST(entries.entry AS BLOB)
FROM json_each(:hashes) AS wanted
CROSS JOIN loom_entries AS entries INDEXED BY loom_entries_by_id
WHERE entries.id_hash = wanted.value AND entries.key_id = :key_id
"""

ROWS_BY_SEQ: Final = """
SELECT entries.seq, entries.id_hash, CAST(entries.entry AS BLOB)
FROM json_each(:seqs) AS wanted
CROSS JOIN loom_entries AS entries
WHERE entries.seq = wanted.value AND entries.key_id = :key_id
"""

DROP_ENTRY: Final = """
DELETE FROM loom_entries
WHERE seq = ?
"""

DROP_ENTRIES: Final = """
DELETE FROM loom_entries
WHERE key_id = :key_id
"""

POSITION: Final = """
SELECT count(*)
FROM loom_entries
WHERE key_id = :key_id AND seq < :seq
"""

PLACE: Final = """
SELECT CAST(keys.key AS BLOB), (SELECT count(*)
                  FROM loom_entries AS before
                  WHERE before.key_id = entries.key_id AND before.seq < entries.seq)
FROM loom_entries AS entries
JOIN loom_keys AS keys ON keys.id = entries.key_id
WHERE entries.seq = :seq
"""

HAS_ENTRIES: Final = """
SELECT EXISTS (SELECT 1 FROM loom_entries)
"""

LISTS: Final = """
SELECT CAST(keys.key AS BLOB), count(*), sum(length(CAST(entries.entry AS BLOB)))
FROM loom_keys AS keys
JOIN loom_entries AS entries ON entries.key_id = keys.id
GROUP BY keys.id
ORDER BY keys.key
"""

INDEXES: Final = """
SELECT name, identity, scheme, parameters
FROM loom_indexes
ORDER BY name
"""

ADD_INDEX: Final = """
INSERT INTO loom_indexes (name, identity, scheme, parameters)
VALUES (:name, :identity, :scheme, :parameters)
"""

DROP_INDEX: Final = """
DELETE FROM loom_indexes
WHERE name = :name
"""

KEY_IDS: Final = """
SELECT id
FROM loom_keys
ORDER BY id
"""

KEYS: Final = """
SELECT id, CAST(key AS BLOB), typeof(key)
FROM loom_keys
ORDER BY key
"""

ORPHANS: Final = """
SELECT entries.key_id, entries.seq, entries.id_hash, CAST(entries.entry AS BLOB)
FROM loom_entries AS entries
LEFT JOIN loom_keys AS keys ON keys.id = entries.key_id
WHERE keys.id IS NULL
ORDER BY entries.key_id, entries.seq
"""

SEQS: Final = """
SELECT seq
FROM loom_entries
WHERE key_id = :key_id
ORDER BY seq
"""

ROWS_AFTER: Final = """
SELECT seq, id_hash, CAST(entry AS BLOB), key_id
FROM loom_entries
WHERE seq > :seq
ORDER BY seq
LIMIT :limit
"""

COUNT_ENTRIES: Final = """
SELECT count(*)
FROM loom_entries
"""

SET_ASIDE: Final = """
INSERT INTO loom_aside (key, position, entry, reason, set_aside_at)
SELECT :key, :position, entry, :reason, :set_aside_at
FROM loom_entries
WHERE seq = :seq
"""
