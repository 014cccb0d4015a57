"""Agent memory in one SQLite file: append order, FTS5 search."""
