"""Saboteurs of refusals: wrong arguments are coerced, ignored, or taken for something else."""

from collections.abc import Iterable, Sequence
from typing import Any

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore

BAD_KEYS = tuple(
    f"{verb}.bad-keys" for verb in ("append", "read", "clear", "replace", "search", "remove", "get")
)
KEY_TYPES = tuple(
    f"{verb}.wrong-types"
    for verb in ("append", "read", "clear", "replace", "search", "remove", "get")
)


class EmptyKey(HonestStore):
    """Takes the empty key for one."""

    caught_by = BAD_KEYS

    def key(self, key: object) -> str:
        return super().key("the empty key" if key == "" else key)


class KeysWithNul(HonestStore):
    """Ends a key at U+0000."""

    caught_by = BAD_KEYS

    def key(self, key: object) -> str:
        ended = key.partition("\0")[0] or "nothing" if isinstance(key, str) and key else key
        return super().key(ended)


class LongKeys(HonestStore):
    """Cuts a key that is too long."""

    caught_by = BAD_KEYS

    def key(self, key: object) -> str:
        return super().key(key[:512] if isinstance(key, str) else key)


class BytesAreCharacters(HonestStore):
    """Counts characters where bytes were meant."""

    caught_by = BAD_KEYS

    def key(self, key: object) -> str:
        return super().key(key[:256] if isinstance(key, str) and len(key) <= 1_024 else key)


class HalfCharacters(HonestStore):
    """Replaces halves of characters in a key."""

    caught_by = BAD_KEYS

    def key(self, key: object) -> str:
        return super().key(key.encode(errors="replace").decode() if isinstance(key, str) else key)


class BadKeysAreUnknown(HonestStore):
    """Says of a key that cannot exist that nothing is there."""

    caught_by = ("read.bad-keys",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        try:
            return super().read(key, limit=limit)
        except ValueError:
            return super().read("nobody", limit=limit)


class LooksAtNothingWithoutEntries(HonestStore):
    """Returns from an append of nothing before it looks at the key."""

    caught_by = ("append.bad-keys", "append.wrong-types")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        if entries != []:
            super().append(key, entries)


class CoercesKeys(HonestStore):
    """Makes text of whatever is given as a key."""

    caught_by = KEY_TYPES

    def key(self, key: object) -> str:
        return super().key(str(key))


class DecodesKeys(HonestStore):
    """Takes bytes for a key."""

    caught_by = KEY_TYPES

    def key(self, key: object) -> str:
        return super().key(key.decode() if isinstance(key, bytes) else key)


class NoKeyMeansAll(HonestStore):
    """Clears everything when no key is given."""

    caught_by = ("clear.wrong-types",)

    def clear(self, key: str | None) -> None:
        for each in [*self.lists] if key is None else [key]:
            super().clear(each)


class CoercesEntries(HonestStore):
    """Makes entries of the texts in a list."""

    caught_by = ("append.wrong-types", "replace.wrong-types")

    def append(self, key: str, entries: Sequence[Any]) -> None:
        super().append(key, _coerced(entries))

    def replace(
        self, key: str, entries: Sequence[Any], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, _coerced(entries), expected=expected)


def _coerced(entries: Sequence[Any]) -> Sequence[MemoryEntry]:
    if not isinstance(entries, list):
        return entries
    return [MemoryEntry(content=each) if isinstance(each, str) else each for each in entries]


class OneEntry(HonestStore):
    """Takes one entry for a list of one."""

    caught_by = ("append.wrong-types", "replace.wrong-types")

    def append(self, key: str, entries: Sequence[MemoryEntry] | MemoryEntry) -> None:
        super().append(key, [entries] if isinstance(entries, MemoryEntry) else entries)

    def replace(
        self,
        key: str,
        entries: Sequence[MemoryEntry] | MemoryEntry,
        *,
        expected: Sequence[str] | None = None,
    ) -> None:
        whole = [entries] if isinstance(entries, MemoryEntry) else entries
        super().replace(key, whole, expected=expected)


class AnyIterable(HonestStore):
    """Takes what can be walked once, such as a set or a generator."""

    caught_by = ("append.wrong-types", "replace.wrong-types")

    def append(self, key: str, entries: Iterable[MemoryEntry]) -> None:
        super().append(key, [*entries])

    def replace(
        self, key: str, entries: Iterable[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, [*entries], expected=expected)
