"""Every statement of the words index; its tables are derived from the rows of the list."""

from typing import Final

# One FTS5 table for all keys. Each term carries its key's number (``1a_failover``), so that a
# search walks the postings of its own key alone. ``ascii`` takes every character above U+007F
# as part of a term and splits at the space alone; ``unicode61`` would split at marks, and pieces
# of words would escape the prefix. Without content of its own it is half as large; the price
# is that a row is deleted by telling its terms again.
CREATE: Final = (
    """
    CREATE VIRTUAL TABLE loom_fts5 USING fts5 (
      terms, content = '', tokenize = "ascii tokenchars '_'"
    )
    """,
    "CREATE VIRTUAL TABLE loom_fts5_rows USING fts5vocab (loom_fts5, row)",
    "CREATE VIRTUAL TABLE loom_fts5_places USING fts5vocab (loom_fts5, instance)",
    """
    CREATE TABLE loom_fts5_keys (
      key_id INTEGER PRIMARY KEY,
      entries INTEGER NOT NULL,
      terms INTEGER NOT NULL,
      stamp INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE loom_fts5_waiting (
      key_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (key_id, seq)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE loom_fts5_kept (
      seq INTEGER PRIMARY KEY,
      cut INTEGER NOT NULL,
      unstable INTEGER NOT NULL
    )
    """,
)

TABLES: Final = (
    "loom_fts5",
    "loom_fts5_config",
    "loom_fts5_data",
    "loom_fts5_docsize",
    "loom_fts5_idx",
    "loom_fts5_kept",
    "loom_fts5_keys",
    "loom_fts5_places",
    "loom_fts5_rows",
    "loom_fts5_waiting",
)
"""Those above, and those that FTS5 makes for itself."""

TABLES_THERE: Final = """
SELECT name
FROM sqlite_master
WHERE type = 'table' AND name LIKE 'loom_fts5%'
"""

ADD_ROW: Final = """
INSERT INTO loom_fts5 (rowid, terms)
VALUES (?, ?)
"""

WAIT: Final = """
INSERT INTO loom_fts5_waiting (key_id, seq)
VALUES (?, ?)
"""

COUNT_WAITING: Final = """
SELECT (SELECT count(*) FROM loom_fts5_waiting WHERE key_id = :key_id),
       (SELECT count(*) FROM loom_fts5_waiting)
"""

WAITING: Final = """
SELECT entries.seq, CAST(entries.entry AS BLOB)
FROM loom_fts5_waiting AS waiting
CROSS JOIN loom_entries AS entries
WHERE waiting.key_id = :key_id AND entries.seq = waiting.seq
"""

ALL_WAITING: Final = """
SELECT waiting.key_id, entries.seq, CAST(entries.entry AS BLOB)
FROM loom_fts5_waiting AS waiting
CROSS JOIN loom_entries AS entries
WHERE entries.seq = waiting.seq
ORDER BY waiting.key_id, waiting.seq
"""

DROP_WAITING: Final = """
DELETE FROM loom_fts5_waiting
WHERE key_id = :key_id AND seq IN (SELECT value FROM json_each(:seqs))
"""

CLEAR_WAITING: Final = """
DELETE FROM loom_fts5_waiting
WHERE key_id = :key_id
"""

DROP_ALL_WAITING: Final = """
DELETE FROM loom_fts5_waiting
"""

DROP_ROW: Final = """
INSERT INTO loom_fts5 (loom_fts5, rowid, terms)
VALUES ('delete', ?, ?)
"""

DROP_ALL: Final = """
INSERT INTO loom_fts5 (loom_fts5)
VALUES ('delete-all')
"""

INTEGRITY: Final = """
INSERT INTO loom_fts5 (loom_fts5)
VALUES ('integrity-check')
"""

COUNT_KEY: Final = """
INSERT INTO loom_fts5_keys (key_id, entries, terms, stamp)
VALUES (:key_id, :entries, :terms, random())
ON CONFLICT (key_id) DO UPDATE
SET entries = entries + excluded.entries, terms = terms + excluded.terms, stamp = random()
"""

KEY_COUNTS: Final = """
SELECT entries, terms, stamp
FROM loom_fts5_keys
WHERE key_id = :key_id
"""

ALL_COUNTS: Final = """
SELECT key_id, entries, terms
FROM loom_fts5_keys
ORDER BY key_id
"""

DROP_COUNTS: Final = """
DELETE FROM loom_fts5_keys
WHERE key_id = :key_id
"""

DROP_COUNTS_IF_EMPTY: Final = """
DELETE FROM loom_fts5_keys
WHERE key_id = :key_id AND entries <= 0
"""

IS_ONLY_KEY: Final = """
SELECT NOT EXISTS (SELECT 1 FROM loom_fts5_keys WHERE key_id <> :key_id AND entries > 0)
"""

KEEP: Final = """
INSERT INTO loom_fts5_kept (seq, cut, unstable)
VALUES (?, ?, ?)
"""

UNSTABLE: Final = """
SELECT kept.seq
FROM json_each(:seqs) AS wanted
CROSS JOIN loom_fts5_kept AS kept
WHERE kept.seq = wanted.value AND kept.unstable
"""

ALL_UNSTABLE: Final = """
SELECT seq
FROM loom_fts5_kept
WHERE unstable
"""

DROP_ALL_KEPT: Final = """
DELETE FROM loom_fts5_kept
"""

DROP_KEPT: Final = """
DELETE FROM loom_fts5_kept
WHERE seq IN (SELECT value FROM json_each(:seqs))
"""

CUT_ENTRIES: Final = """
SELECT count(*)
FROM loom_fts5_kept
WHERE cut
"""

SIZES: Final = """
SELECT id, sz
FROM loom_fts5_docsize
WHERE id IN (SELECT value FROM json_each(:seqs))
"""

KEY_SIZES: Final = """
SELECT docsize.id, docsize.sz
FROM loom_entries AS entries
CROSS JOIN loom_fts5_docsize AS docsize
WHERE entries.key_id = :key_id AND docsize.id = entries.seq
"""

FREQUENCY: Final = """
SELECT doc
FROM loom_fts5_rows
WHERE term = :term
"""

VOCABULARY: Final = """
SELECT term, doc
FROM loom_fts5_rows
WHERE term >= :start AND term < :stop
"""

POSTINGS: Final = """
SELECT doc
FROM loom_fts5_places
WHERE term = :term
"""

ALL_POSTINGS: Final = """
SELECT doc, term
FROM loom_fts5_places
WHERE term >= :start AND term < :stop
"""

POSTING_COUNT: Final = """
SELECT coalesce(sum(cnt), 0)
FROM loom_fts5_rows
"""

NEWEST_MATCHES: Final = """
SELECT rowid
FROM loom_fts5
WHERE loom_fts5 MATCH :match
ORDER BY rowid DESC
LIMIT :limit
"""

ROWS_WITHOUT_ENTRY: Final = """
SELECT docsize.id
FROM loom_fts5_docsize AS docsize
LEFT JOIN loom_entries AS entries ON entries.seq = docsize.id
WHERE entries.seq IS NULL
ORDER BY docsize.id
"""
