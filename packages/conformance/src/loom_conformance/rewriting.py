"""Appending by reading and replacing, for stores that others write to at the same moment."""

from typing import Final

from loom_memory_core import ConflictError, MemoryEntry, ReplaceableStore

from loom_conformance.entries import ids
from loom_conformance.expect import BrokenPromiseError

ATTEMPTS: Final = 10_000


def append_by_replacing(store: ReplaceableStore, key: str, entries: list[MemoryEntry]) -> None:
    """Put entries at the end with replace, again until nobody came between.

    Raises:
        BrokenPromiseError: Somebody came between every time.
    """
    for _ in range(ATTEMPTS):
        before = store.read(key)
        try:
            store.replace(key, [*before, *entries], expected=ids(before))
        except ConflictError:
            continue
        return
    raise BrokenPromiseError("a replace that succeeds", f"{ATTEMPTS:,} conflicts")
