"""Every statement of the vectors' tables; they are derived from the rows of the list."""

from typing import Final

# A version is a number that no earlier write had, so whoever holds the vectors of a key asks
# for those behind the version that it knows. The epoch changes where the numbers begin anew.
CREATE: Final = (
    """
    CREATE TABLE loom_vectors (
      seq INTEGER PRIMARY KEY,
      key_id INTEGER NOT NULL,
      version INTEGER NOT NULL,
      digest BLOB NOT NULL,
      checksum INTEGER NOT NULL,
      vector BLOB NOT NULL
    )
    """,
    "CREATE INDEX loom_vectors_by_key ON loom_vectors (key_id, version)",
    "CREATE INDEX loom_vectors_by_digest ON loom_vectors (digest)",
    """
    CREATE TABLE loom_vectors_keys (
      key_id INTEGER PRIMARY KEY,
      vectors INTEGER NOT NULL,
      version INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE loom_vectors_space (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      identity TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      epoch TEXT NOT NULL,
      version INTEGER NOT NULL
    )
    """,
)

# A vector is read as its bytes, whatever a damaged file holds in its place.
TABLES: Final = ("loom_vectors", "loom_vectors_keys", "loom_vectors_space")

TABLES_THERE: Final = """
SELECT name
FROM sqlite_master
WHERE type = 'table'
  AND name IN ('loom_vectors', 'loom_vectors_keys', 'loom_vectors_space', 'loom_kept_vectors')
"""

ADD_SPACE: Final = """
INSERT INTO loom_vectors_space (id, identity, fingerprint, epoch, version)
VALUES (1, :identity, :fingerprint, :epoch, 0)
"""

SPACE: Final = """
SELECT identity, fingerprint
FROM loom_vectors_space
"""

NEXT_VERSION: Final = """
UPDATE loom_vectors_space
SET version = version + 1
RETURNING version
"""

ADD: Final = """
INSERT INTO loom_vectors (seq, key_id, version, digest, checksum, vector)
VALUES (?, ?, ?, ?, ?, ?)
"""

CHANGE_KEY: Final = """
INSERT INTO loom_vectors_keys (key_id, vectors, version)
VALUES (:key_id, :change, :version)
ON CONFLICT (key_id) DO UPDATE
SET vectors = vectors + :change, version = :version
"""

DROP_KEY_IF_EMPTY: Final = """
DELETE FROM loom_vectors_keys
WHERE key_id = :key_id AND vectors <= 0
"""

DROP: Final = """
DELETE FROM loom_vectors
WHERE seq = ?
"""

DROP_OF_KEY: Final = """
DELETE FROM loom_vectors
WHERE key_id = :key_id
"""

DROP_KEY: Final = """
DELETE FROM loom_vectors_keys
WHERE key_id = :key_id
"""

NEWEST_OF_KEY: Final = """
SELECT CAST(digest AS BLOB), CAST(vector AS BLOB), checksum
FROM loom_vectors
WHERE key_id = :key_id
ORDER BY version DESC
LIMIT :limit
"""

BY_SEQ: Final = """
SELECT CAST(vectors.digest AS BLOB), CAST(vectors.vector AS BLOB), vectors.checksum
FROM json_each(:seqs) AS wanted
CROSS JOIN loom_vectors AS vectors
WHERE vectors.seq = wanted.value
"""

BY_DIGEST: Final = """
SELECT CAST(digest AS BLOB), CAST(vector AS BLOB), checksum
FROM loom_vectors
WHERE digest = :digest
LIMIT 1
"""

# SQLite raises it when a backup is restored into the file, so that the versions begin anew.
SCHEMA_VERSION: Final = """
PRAGMA schema_version
"""

STATE: Final = """
SELECT space.epoch, keys.vectors, keys.version
FROM loom_vectors_keys AS keys
LEFT JOIN loom_vectors_space AS space ON space.id = 1
WHERE keys.key_id = :key_id
"""

BEHIND: Final = """
SELECT seq, CAST(vector AS BLOB)
FROM loom_vectors
WHERE key_id = :key_id AND version > :version
ORDER BY version, seq
"""

SEQS_BEHIND: Final = """
SELECT seq
FROM loom_vectors
WHERE key_id = :key_id AND version > :version
"""

SEQS: Final = """
SELECT seq
FROM loom_vectors
WHERE key_id = :key_id
"""

ALL: Final = """
SELECT seq, CAST(digest AS BLOB), CAST(vector AS BLOB), checksum
FROM loom_vectors
WHERE seq > :seq
ORDER BY seq
LIMIT :limit
"""

DIGESTS: Final = """
SELECT seq, key_id, CAST(digest AS BLOB)
FROM loom_vectors
"""

MISCOUNTED: Final = """
SELECT counted.key_id
FROM (SELECT key_id, count(*) AS vectors FROM loom_vectors GROUP BY key_id) AS counted
LEFT JOIN loom_vectors_keys AS keys ON keys.key_id = counted.key_id
WHERE keys.vectors IS NOT counted.vectors
UNION
SELECT keys.key_id
FROM loom_vectors_keys AS keys
WHERE NOT EXISTS (SELECT 1 FROM loom_vectors WHERE loom_vectors.key_id = keys.key_id)
ORDER BY 1
"""

MAKE_KEPT: Final = """
CREATE TABLE IF NOT EXISTS loom_kept_vectors (
  digest BLOB NOT NULL,
  identity TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (digest, identity)
)
"""

KEEP: Final = """
INSERT OR REPLACE INTO loom_kept_vectors (digest, identity, checksum, vector)
VALUES (?, ?, ?, ?)
"""

KEPT: Final = """
SELECT CAST(digest AS BLOB), CAST(vector AS BLOB), checksum
FROM loom_kept_vectors
WHERE digest = :digest AND identity = :identity
"""

FORGET: Final = """
DROP TABLE IF EXISTS loom_kept_vectors
"""
