"""Tests of vectors in PostgreSQL; a package, for its modules are named as those of SQLite."""
