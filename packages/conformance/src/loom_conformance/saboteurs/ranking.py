"""Saboteurs of ranking: scores, ties, and the same answer twice."""

from collections.abc import Sequence
from heapq import nlargest
from itertools import count
from pathlib import Path

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import HonestStore, Lists, Terms


class WorstFirst(HonestStore):
    """Sorts by a distance, as if it were a score."""

    caught_by = ("search.scores-descend",)

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return super().ranked(hits)[::-1]


class NewestIgnoringScores(HonestStore):
    """Gives the newest matches first, whatever they are worth."""

    caught_by = ("search.scores-descend",)

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return hits[::-1]


class InfiniteScores(HonestStore):
    """Divides by a length of zero."""

    caught_by = ("search.scores-descend",)

    def score(self, asked: Terms, held: Terms) -> float:
        return super().score(asked, held) and float("inf")


class AllDecimals(HonestStore):
    """Gives scores as they were computed."""

    caught_by = ("search.scores-of-six-decimals",)

    def score(self, asked: Terms, held: Terms) -> float:
        return super().score(asked, held) / 3


class SimilarityInPercent(HonestStore):
    """Gives a cosine in per cent."""

    caught_by = ("search.similarity-is-a-cosine",)

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return [hit._replace(similarity=100 * hit.score) for hit in super().ranked(hits)]


class RoundsOverOne(HonestStore):
    """Gives a cosine that single precision has pushed beyond one."""

    caught_by = ("search.similarity-is-a-cosine",)

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return [hit._replace(similarity=hit.score * 1.0000001) for hit in super().ranked(hits)]


class OldestFirstAtTies(HonestStore):
    """Gives the oldest first where scores are equal."""

    caught_by = (
        "search.ties-newest-first",
        "search.ties-in-a-long-list",
        "search.ties-after-replace",
    )

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return sorted(hits, key=lambda hit: -hit.score)


class TiesById(HonestStore):
    """Puts equal scores in the order of their ids."""

    caught_by = ("search.ties-newest-first", "search.ties-after-replace")

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        return sorted(hits, key=lambda hit: (-hit.score, hit.entry.id))


class TiesAfterTheCut(HonestStore):
    """Cuts at the limit first, by score alone, and orders ties among what is left."""

    caught_by = ("search.ties-newest-first", "search.ties-in-a-long-list")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        every = super().search(key, query, limit=max(limit, 10**9) if limit > 0 else limit)
        oldest_first = self.searched(key)
        cut = nlargest(limit, every[::-1], key=lambda hit: hit.score)
        return sorted(cut, key=lambda hit: (-hit.score, -oldest_first.index(hit.entry)))


class TiesByWriting(HonestStore):
    """Takes newest for what was written last, which a row that was moved was not."""

    caught_by = ("search.ties-after-replace",)

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        for row in rows:
            self.numbers.setdefault(self.entry(row).id, len(self.numbers))

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        written = sorted(super().ranked(hits), key=lambda hit: -self.numbers[hit.entry.id])
        return sorted(written, key=lambda hit: -hit.score)


class RestlessScores(HonestStore):
    """Adds a little of something else to a score, each time another little."""

    caught_by = ("search.same-answer-twice", "search.limit-takes-the-best")

    def __init__(self) -> None:
        super().__init__()
        self.clock = count(1)

    def score(self, asked: Terms, held: Terms) -> float:
        share = super().score(asked, held)
        return share and round(share + next(self.clock) / 10_000, 6)


class LearnsFromSearches(HonestStore):
    """Gives entries that were found before a better score."""

    caught_by = ("search.same-answer-twice",)

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        better = [hit._replace(score=1.0) if hit.entry.id in self.found else hit for hit in hits]
        self.found.update(hit.entry.id for hit in hits)
        return better


class TouchesWhatItFinds(HonestStore):
    """Moves what was found to the end, as the most recently used."""

    caught_by = ("search.changes-nothing",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        found = [hit.entry for hit in hits]
        self.move(key, found[:1])
        return hits

    def move(self, key: str, found: Sequence[MemoryEntry]) -> None:
        """Put the entries at the end."""
        if found:
            rest = [entry for entry in self.read(key) if entry not in found]
            self.replace(key, [*rest, *found])


class CountsUses(HonestStore):
    """Writes into meta how often an entry was found."""

    caught_by = ("search.changes-nothing", "aliasing.found-entries")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        if hits:
            used = hits[0].entry
            marked = used.model_copy(update={"meta": {"uses": 1}})
            self.replace(key, [marked if entry == used else entry for entry in self.read(key)])
        return hits


OPENED = count(1)


class SaltedScores(DurableStore):
    """Breaks ties by a salt that each handle draws anew."""

    caught_by = ("search.same-answer-after-reopen",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.salt = next(OPENED)

    def score(self, asked: Terms, held: Terms) -> float:
        share = super().score(asked, held)
        return share and round(share / self.salt, 6)
