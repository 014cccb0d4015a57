"""Saboteurs of keys: which keys come, in which order, and when."""

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatchcase

from loom_memory_core import MemoryEntry, check_prefix

from loom_conformance.saboteurs.honest import HonestStore, Lists


class UnsortedKeys(HonestStore):
    """Gives keys in the order in which they came."""

    caught_by = ("keys.sorted-by-code-point",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        wanted = set(super().keys(prefix))
        return iter([key for key in self.lists if key in wanted])


class KeysOfALocale(HonestStore):
    """Sorts keys as a dictionary does: small letters beside capitals."""

    caught_by = ("keys.sorted-by-code-point",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter(sorted(super().keys(prefix), key=lambda key: (key.casefold(), key)))


class KeysByUtf16(HonestStore):
    """Sorts keys by the halves of their characters."""

    caught_by = ("keys.sorted-by-code-point", "keys.hard-strings")

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter(sorted(super().keys(prefix), key=lambda key: key.encode("utf-16-be")))


class AKeyForEachEntry(HonestStore):
    """Gives the key of each row."""

    caught_by = ("keys.each-once",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter([key for key in super().keys(prefix) for _ in self.lists[key]])


class DefaultKey(HonestStore):
    """Has a key of its own in every store."""

    caught_by = ("keys.empty-store", "keys.reading-creates-nothing", "keys.each-once")

    def keys(self, prefix: str = "") -> Iterator[str]:
        names = [*super().keys(prefix)]
        return iter(names if prefix else sorted({"default", *names}))


class KeysBySegment(HonestStore):
    """Takes a prefix for a whole part of a path."""

    caught_by = ("keys.prefix", "keys.prefix-is-exact")

    def keys(self, prefix: str = "") -> Iterator[str]:
        folder = prefix if prefix.endswith("/") else f"{prefix}/"
        names = super().keys(prefix)
        return names if not prefix else iter([key for key in names if key.startswith(folder)])


class PrefixWithoutItself(HonestStore):
    """Leaves out the key that is the prefix."""

    caught_by = ("keys.prefix",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter([key for key in super().keys(prefix) if key != prefix])


class PrefixAnywhere(HonestStore):
    """Gives the keys that hold the prefix."""

    caught_by = ("keys.prefix",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        every, _ = super().keys(), super().keys(prefix)
        return iter([key for key in every if prefix in key])


class PrefixByPattern(HonestStore):
    """Matches the prefix with LIKE or with a glob."""

    caught_by = ("keys.prefix-is-exact",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        every, _ = super().keys(), super().keys(prefix)
        pattern = prefix.replace("_", "?").replace("%", "*") + "*"
        return iter([key for key in every if fnmatchcase(key, pattern)])


class PrefixIgnoringCase(HonestStore):
    """Matches the prefix by a collation that does not know case."""

    caught_by = ("keys.prefix", "keys.prefix-is-exact")

    def keys(self, prefix: str = "") -> Iterator[str]:
        every, _ = super().keys(), super().keys(prefix)
        start = prefix.casefold()
        return iter([key for key in every if key.casefold().startswith(start)])


class PrefixAsRange(HonestStore):
    """Reads up to the next character after the prefix, which not every character has."""

    caught_by = ("keys.last-code-point-in-a-prefix",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        names = super().keys(prefix)
        if not prefix:
            return names
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        return iter([key for key in names if key < end])


class PrefixBeforeSurrogates(HonestStore):
    """Binds the end of a range that is half a character."""

    caught_by = ("keys.last-code-point-in-a-prefix",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        names = super().keys(prefix)
        if prefix and ord(prefix[-1]) + 1 < 0x110000:
            chr(ord(prefix[-1]) + 1).encode()
        return names


class PrefixIsAKey(HonestStore):
    """Refuses a prefix that is no key."""

    caught_by = ("keys.impossible-prefix",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        if check_prefix(prefix):
            self.key(prefix)
        return super().keys(prefix)


class PrintableKeys(HonestStore):
    """Gives keys as they are shown, with their control characters taken out."""

    caught_by = ("keys.hard-strings",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter(["".join(filter(str.isprintable, key)) for key in super().keys(prefix)])


class RemembersKeys(HonestStore):
    """Gives every key that ever held an entry."""

    caught_by = (
        "keys.only-with-entries",
        "keys.only-with-entries-after-replace",
        "keys.only-with-entries-after-remove",
        "keys.writing-while-walking",
    )

    def __init__(self) -> None:
        super().__init__()
        self.known: set[str] = set()

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        self.known.update([key] if rows else [])

    def keys(self, prefix: str = "") -> Iterator[str]:
        super().keys(prefix)
        return iter(sorted(key for key in self.known if key.startswith(prefix)))


class ReadingCreates(HonestStore):
    """Makes a list for every key that is asked for."""

    caught_by = ("keys.reading-creates-nothing", "inspect.counts")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        self.lists.setdefault(key, [])
        return entries


class SearchingCreates(HonestStore):
    """Makes a list for every key that is searched."""

    caught_by = ("keys.reading-creates-nothing",)

    def searched(self, key: str) -> list[MemoryEntry]:
        entries = super().searched(key)
        self.lists.setdefault(key, [])
        return entries


class ClearingCreates(HonestStore):
    """Leaves an empty list where it cleared one, and where it did not."""

    caught_by = ("keys.reading-creates-nothing", "keys.only-with-entries", "inspect.counts")

    def clear(self, key: str) -> None:
        super().clear(key)
        self.lists[key] = []


class RemovingCreates(HonestStore):
    """Leaves an empty list where it removed the last entry, or none."""

    caught_by = ("keys.only-with-entries-after-remove", "keys.reading-creates-nothing")

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.lists.setdefault(key, [])
        return gone


class AppendingNothingCreates(HonestStore):
    """Makes a list for an append of nothing."""

    caught_by = ("keys.only-with-entries",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.lists.setdefault(key, [])


class ListOfKeys(HonestStore):
    """Gives a list where an iterator was promised."""

    caught_by = ("keys.is-an-iterator",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return [*super().keys(prefix)]  # type: ignore[return-value]


class WalksThePages(HonestStore):
    """Looks at the lists again for each key that is asked for."""

    caught_by = ("keys.snapshot",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        check_prefix(prefix)
        return self.walk(prefix)

    def walk(self, prefix: str) -> Iterator[str]:
        """Give the first key, then the first one after it, and so on."""
        last = ""
        while later := [key for key in super().keys(prefix) if key > last]:
            last = later[0]
            yield last


class WalksTheLists(HonestStore):
    """Walks the lists themselves, which must not change meanwhile."""

    caught_by = ("keys.writing-while-walking", "keys.snapshot")

    def keys(self, prefix: str = "") -> Iterator[str]:
        wanted = {*super().keys(prefix)}
        if len(wanted) < 2:
            return iter(wanted)
        self.lists = dict(sorted(self.lists.items()))
        return (key for key in self.lists if key in wanted)


class PageOfKeys(HonestStore):
    """Gives the first hundred keys."""

    caught_by = ("keys.many", "keys.snapshot")
    tier = "full"

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter([*super().keys(prefix)][:100])
