"""Saboteurs of sizes: there is a limit, and it lies where nobody looks."""

import zlib
from collections.abc import Sequence

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.honest import HonestStore, Lists, Terms


class SixtyFourKilobytes(HonestStore):
    """Cuts text at 65,535 bytes, as a TEXT column of some engines does."""

    caught_by = (
        "sizes.large-entry",
        "sizes.incompressible-entry",
        "sizes.long-word",
        "sizes.many-words",
    )

    def row(self, entry: MemoryEntry) -> str:
        text = entry.content
        cut = text[:65_535] if isinstance(text, str) else text
        return super().row(entry.model_copy(update={"content": cut}))


class HalfAMegabyte(HonestStore):
    """Refuses a row of more than half a megabyte."""

    caught_by = ("sizes.large-entry",)

    def row(self, entry: MemoryEntry) -> str:
        row = super().row(entry)
        if len(row) > 600_000:
            raise OverflowError("string or blob too big")
        return row


class CompressesRows(HonestStore):
    """Has pages that hold a row only when it can be compressed."""

    caught_by = ("sizes.incompressible-entry",)

    def row(self, entry: MemoryEntry) -> str:
        row = super().row(entry)
        if not row.isascii() and len(zlib.compress(row.encode())) > 20_000:
            raise OverflowError("row is too big")
        return row


class IndexesWholeWords(HonestStore):
    """Has an index whose rows hold 2,704 bytes, and puts a word into each."""

    caught_by = ("sizes.long-word", "sizes.long-word-in-a-query")

    def row(self, entry: MemoryEntry) -> str:
        if max(map(len, self.text(entry).split()), default=0) > 2_704:
            raise OverflowError("index row size exceeds btree maximum 2704")
        return super().row(entry)


class LooksUpWholeWords(HonestStore):
    """Cannot look up a word longer than its index holds."""

    caught_by = ("sizes.long-word-in-a-query",)

    def asked(self, query: str) -> Terms:
        if max(map(len, query.split()), default=0) > 2_704:
            raise OverflowError("index row size exceeds btree maximum 2704")
        return super().asked(query)


class OneMegabyteOfWords(HonestStore):
    """Refuses an entry whose distinct words do not fit into its index."""

    caught_by = ("sizes.many-words", "sizes.many-words-found")
    tier = "full"

    def row(self, entry: MemoryEntry) -> str:
        if len(self.terms(entry)) > 50_000:
            raise OverflowError("string is too long for tsvector")
        return super().row(entry)


class SkipsManyWords(HonestStore):
    """Leaves an entry with too many words out of its index."""

    caught_by = ("sizes.many-words-found",)

    def terms(self, entry: MemoryEntry) -> Terms:
        terms = super().terms(entry)
        return terms if len(terms) < 50_000 else frozenset()


class LastWordsOnly(HonestStore):
    """Indexes the last fifty thousand words, where the first were meant."""

    caught_by = ("sizes.many-words-found",)

    def text(self, entry: MemoryEntry) -> str:
        return " ".join(super().text(entry).split(" ")[-50_000:])


class AThousandRows(HonestStore):
    """Stores the first thousand rows of a batch."""

    caught_by = ("sizes.long-list", "get.many-ids", "remove.many-ids")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries[:1_000] if isinstance(entries, list) else entries)


class KeepsAThousand(HonestStore):
    """Drops the oldest entries of a long list."""

    caught_by = (
        "sizes.long-list-in-parts",
        "sizes.long-list",
        "search.every-match-up-to-the-limit",
    )

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows[-1_000:])


class ThousandsExpected(HonestStore):
    """Compares the first thousand ids, of which the engine has no more in one call."""

    caught_by = ("sizes.long-list-replaced",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        if expected is not None and len(expected) > 1_500:
            raise OverflowError("too many SQL variables")
        super().replace(key, entries, expected=expected)


class AThousandHits(HonestStore):
    """Gives a thousand hits at most."""

    caught_by = ("sizes.long-list-searched", "search.every-match-up-to-the-limit")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=limit)[:1_000]


class AHundredKeys(HonestStore):
    """Keeps the hundred keys that were used last."""

    caught_by = ("sizes.many-keys", "keys.many")
    tier = "full"

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        lists.pop(key, None)
        super().put(lists, key, rows)
        for oldest in [*lists][:-100]:
            del lists[oldest]


class OneMegabyteAtOnce(HonestStore):
    """Sends a batch in one packet, which holds a megabyte."""

    caught_by = ("sizes.one-large-batch",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        if isinstance(entries, list) and sum(len(self.row(entry)) for entry in entries) > 2**20:
            raise ConnectionError("packet bigger than max_allowed_packet")
        super().append(key, entries)
