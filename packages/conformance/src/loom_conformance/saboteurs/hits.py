"""Saboteurs of hits: what a search looks at, what it answers with, and how much of it."""

from collections.abc import Sequence
from typing import NamedTuple

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.honest import HonestStore


class Pair(NamedTuple):
    """Looks like a hit, and is none."""

    entry: MemoryEntry
    score: float


class SearchesEverywhere(HonestStore):
    """Searches every list."""

    caught_by = ("search.only-this-key", "search.unknown-key")

    def searched(self, key: str) -> list[MemoryEntry]:
        super().searched(key)
        return [entry for name in [*self.lists] for entry in HonestStore.read(self, name)]


class SearchesByPrefix(HonestStore):
    """Searches every list whose key begins like this one."""

    caught_by = ("search.only-this-key",)

    def searched(self, key: str) -> list[MemoryEntry]:
        every = super().searched(key)
        for name in [*self.lists]:
            every += super().searched(name) if name.startswith(f"{key}/") else []
        return every


class SearchesAllForNobody(HonestStore):
    """Searches every list when a key has none."""

    caught_by = ("search.unknown-key",)

    def searched(self, key: str) -> list[MemoryEntry]:
        entries = super().searched(key)
        return entries or [each for name in [*self.lists] for each in HonestStore.read(self, name)]


class HitsWithoutFields(HonestStore):
    """Answers with the content and the id of what it found."""

    caught_by = ("search.hits-carry-the-entry",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        bare = [MemoryEntry(content=hit.entry.content, id=hit.entry.id) for hit in hits]
        return [SearchHit(entry, hit.score) for entry, hit in zip(bare, hits, strict=True)]


class HitsWithText(HonestStore):
    """Answers with the text that was indexed, not with the content that it came from."""

    caught_by = ("search.hits-carry-the-entry", "search.nested-text")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        texts = [hit.entry.model_copy(update={"content": self.text(hit.entry)}) for hit in hits]
        return [hit._replace(entry=entry) for hit, entry in zip(hits, texts, strict=True)]


class HitsAreNoHits(HonestStore):
    """Answers with pairs that are no hits."""

    caught_by = ("search.hits-carry-the-entry", "search.any-query")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        return [Pair(hit.entry, hit.score) for hit in hits]  # type: ignore[misc]  # no hits


class OneSearchBehind(HonestStore):
    """Indexes what was appended at the next append."""

    caught_by = ("search.appended-at-once", "search.finds-its-own-text", "upkeep.kept-by-replace")

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[str, int] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.waiting[key] = len(entries)

    def searched(self, key: str) -> list[MemoryEntry]:
        entries = super().searched(key)
        return entries[: len(entries) - self.waiting.get(key, 0)]


class OneHitForEachText(HonestStore):
    """Answers once for entries of equal text."""

    caught_by = (
        "search.equal-entries-are-separate-hits",
        "search.appended-at-once",
        "search.limit-huge",
        "search.ties-newest-first",
        "sizes.long-list-searched",
    )

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        first = {self.text(hit.entry): hit for hit in reversed(super().ranked(hits))}
        return list(first.values())[::-1]


class OneHitForEachId(HonestStore):
    """Answers once for rows that have one id."""

    caught_by = ("search.equal-entries-are-separate-hits", "upkeep.kept-by-replace")

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        first = {hit.entry.id: hit for hit in reversed(super().ranked(hits))}
        return list(first.values())[::-1]


class ZeroMeansAllHits(HonestStore):
    """Asks whether the limit of a search is true."""

    caught_by = ("search.limit-zero",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=10 if limit == 0 else limit)


class NegativeLimits(HonestStore):
    """Cuts the answer at a negative limit, as a slice does."""

    caught_by = ("search.limit-below-zero",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=10 if limit == -1 else limit)


class NothingToLimit(HonestStore):
    """Finds that a query has no term before it looks at the limit."""

    caught_by = ("search.limit-below-zero",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        if query == "":
            return super().search(key, query)
        return super().search(key, query, limit=limit)


class BindsTheLimitOfHits(HonestStore):
    """Binds the limit of a search to 64 bits."""

    caught_by = ("search.limit-huge",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        if limit >= 2**63:
            raise OverflowError("int too large to convert to SQLite INTEGER")
        return super().search(key, query, limit=limit)


class TwentyByDefault(HonestStore):
    """Gives twenty hits unless told otherwise."""

    caught_by = ("search.limit-ten-by-default",)

    def search(self, key: str, query: str, *, limit: int = 20) -> list[SearchHit]:
        return super().search(key, query, limit=limit)


class FiveByDefault(HonestStore):
    """Gives five hits unless told otherwise."""

    caught_by = ("search.limit-ten-by-default",)

    def search(self, key: str, query: str, *, limit: int = 5) -> list[SearchHit]:
        return super().search(key, query, limit=limit)


class PoolOfAThousand(HonestStore):
    """Ranks the newest thousand entries, and forgets the rest."""

    caught_by = ("search.every-match-up-to-the-limit", "sizes.long-list-searched")

    def searched(self, key: str) -> list[MemoryEntry]:
        return super().searched(key)[-1_000:]


class AtMostAHundredHits(HonestStore):
    """Caps every answer at a hundred hits."""

    caught_by = ("search.every-match-up-to-the-limit", "sizes.long-list-searched")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=limit)[:100]


class LimitsThenRanks(HonestStore):
    """Takes as many of the newest matches as were asked for, and puts those in order."""

    caught_by = ("search.limit-takes-the-best",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        matching = [entry for entry in self.searched(key) if self.asked(query) & self.terms(entry)]
        newest = matching[max(0, len(matching) - limit) :]
        every = super().search(key, query, limit=10**9)
        return [hit for hit in every if hit.entry in newest][: len(hits)]
