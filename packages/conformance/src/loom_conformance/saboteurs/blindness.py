"""What no portable kit can see: a store that is wrong where no verb looks."""

from collections.abc import Iterable

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore, Lists


class KeepsDeadRows(HonestStore):
    """Never takes a row out of its index: a join with the list hides the dead ones.

    Every answer is right. The index grows for ever, searches grow slower, and what was
    cleared is still on the disk. No case catches it, for no verb shows an index: a backend
    has to look at its own tables.

    Example:
        >>> store = KeepsDeadRows()
        >>> store.append("k", [MemoryEntry(content="the old password")])
        >>> store.clear("k")
        >>> store.search("k", "password"), store.dead()
        ([], 1)
    """

    def __init__(self) -> None:
        super().__init__()
        self.index: dict[str, dict[str, None]] = {}

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        self.index.setdefault(key, {}).update(dict.fromkeys(rows))

    def searched(self, key: str) -> list[MemoryEntry]:
        """The rows of the list that the index holds: the join."""
        indexed = self.index.get(self.key(key), {})
        return [entry for entry in super().searched(key) if entry.to_json() in indexed]

    def dead(self) -> int:
        """How many rows the index holds that no list does."""
        return sum(len(rows) for rows in self._dead())

    def _dead(self) -> Iterable[set[str]]:
        return (set(rows) - set(self.lists.get(key, ())) for key, rows in self.index.items())
