"""The store: each key's list is a file of JSON Lines in one folder.

It has ``replace`` and ``keys`` beside the three required verbs. It has neither ``remove`` nor
``get``, whose cost may not grow with the list, since a file has no index; no ``search`` for
the same reason; and no ``close``, since it holds nothing between two calls.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from loom_memory_core import (
    BackendUnavailableError,
    ConflictError,
    MemoryEntry,
    check_entries,
    check_expected,
    check_key,
    check_limit,
    check_prefix,
)

from loom_memory_jsonl.key_file import KeyFile, key_at
from loom_memory_jsonl.lines import entries_in, lines_of
from loom_memory_jsonl.options import JsonlOptions


class JsonlMemoryStore:
    """Ordered lists of entries, safe between threads and between processes.

    Args:
        options: Where the folder is, and how it is opened.

    Raises:
        BackendUnavailableError: There is no such folder, and none could be made.
    """

    def __init__(self, options: JsonlOptions) -> None:
        self._folder = options.path
        self._timeout_seconds = options.lock_timeout_seconds
        _prepare(self._folder, create=options.create)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put all of ``entries`` at the end of the list, in order and in one step."""
        key, entries = check_key(key), check_entries(entries)
        if entries:
            lines, file = lines_of(key, entries), KeyFile(self._folder, key)
            with file.writing(self._timeout_seconds):
                file.append(lines)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order, or all of them."""
        key, limit = check_key(key), check_limit(limit)
        return list(entries_in(key, KeyFile(self._folder, key).read(), limit))

    def clear(self, key: str) -> None:
        """Empty the list; that of an unknown key is empty already."""
        self.replace(key, [])

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        """Make the list equal to ``entries``, in one step.

        Raises:
            ConflictError: The ids of the list are not the ``expected`` ones.
        """
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        lines, file = lines_of(key, entries) if entries else b"", KeyFile(self._folder, key)
        with file.writing(self._timeout_seconds):
            if expected is not None:
                _refuse_conflict(key, list(entries_in(key, file.read(), None)), expected)
            file.replace(lines)

    def keys(self, prefix: str = "") -> Iterator[str]:
        """The keys that hold an entry, sorted by code point: a snapshot, taken now."""
        start = check_prefix(prefix)
        if start is None:  # no key can begin so
            return iter(())
        found = filter(None, map(key_at, self._folder.glob("*.jsonl")))
        return iter(sorted(key for key in found if key.startswith(start)))


def _prepare(folder: Path, *, create: bool) -> None:
    try:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackendUnavailableError(
            f"{folder} could not be made: {error}", hint="check the path and its permissions"
        ) from error
    if not folder.is_dir():
        raise BackendUnavailableError(
            f"{folder} is not a folder", hint="check the URL, or leave out create=false"
        )


def _refuse_conflict(key: str, stored: Sequence[MemoryEntry], expected: Sequence[str]) -> None:
    if [entry.id for entry in stored] != list(expected):
        raise ConflictError(
            f"key {key!r} holds {len(stored)} entries, not those with the expected ids",
            hint="read the list again, change it again, and replace it with the new ids",
        )
