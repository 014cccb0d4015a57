"""Loom's stores in the places where other frameworks expect theirs; one module, one extra each."""
