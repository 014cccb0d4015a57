-- The list: keys, their entries in append order, and what was set aside by a repair.
CREATE TABLE loom_schema (
  number INTEGER NOT NULL,
  min_reader INTEGER NOT NULL
);

CREATE TABLE loom_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE
);

CREATE TABLE loom_entries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id INTEGER NOT NULL,
  id_hash INTEGER NOT NULL,
  entry TEXT NOT NULL
);

-- An index ends with the primary key, so this one is in append order within a key.
CREATE INDEX loom_entries_by_key ON loom_entries (key_id);

CREATE INDEX loom_entries_by_id ON loom_entries (id_hash);

CREATE TABLE loom_indexes (
  name TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  scheme TEXT NOT NULL,
  parameters TEXT NOT NULL
);

CREATE TABLE loom_aside (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  position INTEGER NOT NULL,
  entry TEXT NOT NULL,
  reason TEXT NOT NULL,
  set_aside_at TEXT NOT NULL
);

INSERT INTO loom_schema (number, min_reader)
VALUES (1, 1);
