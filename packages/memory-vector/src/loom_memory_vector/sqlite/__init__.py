"""Vectors beside the rows of an SQLite file: the index, the store, and the backend."""
