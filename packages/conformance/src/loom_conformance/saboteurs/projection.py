"""Saboteurs of the projection: an index sees too little of an entry, or too much."""

import json

from loom_memory_core import MemoryEntry, origins

from loom_conformance.saboteurs.honest import HonestStore
from loom_conformance.saboteurs.leaves import mapped, names


class TopLevelOnly(HonestStore):
    """Indexes a content that is text, and nothing inside lists and objects."""

    caught_by = (
        "search.nested-text",
        "search.hits-carry-the-entry",
        "search.taint-is-not-searched",
    )

    def text(self, entry: MemoryEntry) -> str:
        return entry.content if isinstance(entry.content, str) else ""


class ObjectsOnly(HonestStore):
    """Walks into objects and not into lists."""

    caught_by = ("search.nested-text",)

    def text(self, entry: MemoryEntry) -> str:
        flat = mapped(entry.content, lambda value: [] if isinstance(value, list) else value)
        return super().text(entry.model_copy(update={"content": flat}))


class TextOnly(HonestStore):
    """Indexes text and no numbers."""

    caught_by = ("search.numbers",)

    def text(self, entry: MemoryEntry) -> str:
        words = mapped(entry.content, lambda value: None if isinstance(value, int) else value)
        return super().text(entry.model_copy(update={"content": words}))


class FloatsOfSixDigits(HonestStore):
    """Writes large integers as floats before it indexes them."""

    caught_by = ("search.numbers",)

    def text(self, entry: MemoryEntry) -> str:
        whole = entry.content
        return f"{float(whole):g}" if isinstance(whole, int) else super().text(entry)


class IndexesMore(HonestStore):
    """Indexes what the contract says, and something beside it: nothing, while it is honest."""

    def text(self, entry: MemoryEntry) -> str:
        return f"{super().text(entry)}\n{self.more(entry)}"

    def more(self, entry: MemoryEntry) -> str:
        """What else is indexed."""
        return ""


class IndexesRoles(IndexesMore):
    """Indexes who said it."""

    caught_by = ("search.role-is-not-searched", "search.entries-without-a-term")

    def more(self, entry: MemoryEntry) -> str:
        return entry.role or ""


class IndexesMeta(IndexesMore):
    """Indexes the values of meta."""

    caught_by = ("search.meta-is-not-searched", "search.entries-without-a-term")

    def more(self, entry: MemoryEntry) -> str:
        return "" if entry.meta is None else json.dumps(list(entry.meta.values()))


class IndexesMetaKeys(IndexesMore):
    """Indexes the keys of meta."""

    caught_by = ("search.meta-is-not-searched",)

    def more(self, entry: MemoryEntry) -> str:
        return " ".join(entry.meta or {})


class IndexesIds(IndexesMore):
    """Indexes the id."""

    caught_by = ("search.id-and-time-are-not-searched", "search.entries-without-a-term")

    def more(self, entry: MemoryEntry) -> str:
        return entry.id


class IndexesTimes(IndexesMore):
    """Indexes the timestamp."""

    caught_by = ("search.id-and-time-are-not-searched",)

    def more(self, entry: MemoryEntry) -> str:
        return str(entry.timestamp or "")


class IndexesKeysOfObjects(IndexesMore):
    """Indexes the names of fields beside what stands in them."""

    caught_by = ("search.object-keys-are-not-searched", "search.entries-without-a-term")

    def more(self, entry: MemoryEntry) -> str:
        return " ".join(names(entry.content))


class IndexesOrigins(IndexesMore):
    """Indexes where third-party content came from."""

    caught_by = ("search.taint-is-not-searched",)

    def more(self, entry: MemoryEntry) -> str:
        return " ".join(origins(entry))


class IndexesBooleans(IndexesMore):
    """Indexes true and false."""

    caught_by = (
        "search.booleans-and-null-are-not-searched",
        "search.entries-without-a-term",
    )

    def more(self, entry: MemoryEntry) -> str:
        items = entry.content if isinstance(entry.content, list) else [entry.content]
        return " ".join(str(each) for each in items if isinstance(each, bool))


class IndexesNull(IndexesMore):
    """Indexes the word that stands for nothing."""

    caught_by = ("search.booleans-and-null-are-not-searched", "search.entries-without-a-term")

    def more(self, entry: MemoryEntry) -> str:
        items = entry.content if isinstance(entry.content, list) else [entry.content]
        return " ".join("null" for each in items if each is None)


class IndexesJson(IndexesMore):
    """Indexes the JSON of a content beside its text: its escapes become words."""

    caught_by = (
        "search.escapes-are-not-searched",
        "search.object-keys-are-not-searched",
        "search.taint-is-not-searched",
        "search.booleans-and-null-are-not-searched",
    )

    def more(self, entry: MemoryEntry) -> str:
        return json.dumps(entry.content)


class IndexesEscapedText(HonestStore):
    """Indexes the JSON of a content: what stands behind an escape is glued to it."""

    caught_by = ("search.escapes-are-not-searched", "search.chinese", "search.thai")

    def text(self, entry: MemoryEntry) -> str:
        return json.dumps(entry.content)


class PlaceholderForNothing(IndexesMore):
    """Indexes a word for entries that have none, so that every entry has a row."""

    caught_by = ("search.entries-without-a-term",)

    def more(self, entry: MemoryEntry) -> str:
        return "" if self.asked(HonestStore.text(self, entry)) else "none"
