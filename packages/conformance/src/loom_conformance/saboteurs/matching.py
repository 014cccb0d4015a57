"""Saboteurs of matching: which entries share a term with the query."""

import re

from loom_memory_core import MemoryEntry, SearchHit, check_query, tokenize

from loom_conformance.saboteurs.honest import HonestStore, Terms


class FindsNothing(HonestStore):
    """Has a search that is there, works, and finds nothing."""

    caught_by = (
        "search.finds-its-own-text",
        "search.appended-at-once",
        "search.common-terms-match",
        "search.reference-matches",
        "aliasing.found-entries",
        "upkeep.cleared-and-used-again",
    )

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=limit)[:0]


class AllTerms(HonestStore):
    """Joins the terms of a query by AND."""

    caught_by = (
        "search.terms-are-ored",
        "search.longer-query-finds-no-less",
        "search.reference-matches",
        "search.matches-beside-many-others",
    )

    def score(self, asked: Terms, held: Terms) -> float:
        return super().score(asked, held) if asked <= held else 0.0


class HalfOfTheTerms(HonestStore):
    """Wants at least half of the terms of a query, which a long question never has."""

    caught_by = ("search.longer-query-finds-no-less", "search.reference-matches")

    def score(self, asked: Terms, held: Terms) -> float:
        share = super().score(asked, held)
        return share if share >= 0.5 else 0.0


class NewestInstead(HonestStore):
    """Gives the newest entries where nothing matches."""

    caught_by = ("search.no-match-is-empty", "search.role-is-not-searched")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        newest = self.searched(key)[:-4:-1] if self.asked(query) else []
        return hits or [SearchHit(entry, 0.0) for entry in newest][:limit]


class NearestInstead(HonestStore):
    """Matches parts of words too: what is close to the query, whatever the query is."""

    caught_by = ("search.no-match-is-empty",)

    def score(self, asked: Terms, held: Terms) -> float:
        close = any(set(left) & set(right) for left in asked for right in held)
        return super().score(asked, held) or (0.1 if close else 0.0)


class FillsTheLimit(HonestStore):
    """Fills up with entries that do not match, where fewer match than were asked for."""

    caught_by = ("search.matches-beside-many-others", "search.terms-are-ored")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        found = [hit.entry for hit in hits]
        rest = [entry for entry in self.searched(key)[::-1] if entry not in found] if hits else []
        return [*hits, *(SearchHit(entry, 0.0) for entry in rest)][:limit]


class RareTermsOnly(HonestStore):
    """Drops terms that most entries hold, which say nothing."""

    caught_by = ("search.common-terms-match", "search.every-match-up-to-the-limit")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        entries = self.searched(key)
        asked = self.asked(query)
        common = [term for term in asked if sum(term in self.terms(e) for e in entries) > 20]
        rare = asked.difference(common)
        return [hit for hit in hits if rare & self.terms(hit.entry)]


class StopWords(HonestStore):
    """Has a list of words that are never searched."""

    caught_by = ("search.stop-words-match", "search.operators-are-words")

    def asked(self, query: str) -> Terms:
        return super().asked(query) - {"to", "be", "or", "not", "the", "and", "who", "am", "i"}


class WordsOfTwoLetters(HonestStore):
    """Takes nothing shorter than two characters for a word."""

    caught_by = ("search.one-letter-terms", "search.chinese", "search.punctuation-parts-terms")

    def terms(self, entry: MemoryEntry) -> Terms:
        return frozenset(term for term in super().terms(entry) if len(term) > 1)


class NoNumbers(HonestStore):
    """Takes nothing for a word that has no letter."""

    caught_by = ("search.one-letter-terms", "search.numbers", "search.right-to-left")

    def asked(self, query: str) -> Terms:
        return frozenset(term for term in super().asked(query) if not term.isdecimal())


class KnowsCase(HonestStore):
    """Compares words as they were written."""

    caught_by = ("search.case-is-folded", "search.operators-are-words")

    def terms(self, entry: MemoryEntry) -> Terms:
        return frozenset(re.findall(r"\w+", self.text(entry)))

    def asked(self, query: str) -> Terms:
        return frozenset(re.findall(r"\w+", query))


class LowersOnly(HonestStore):
    """Turns capitals into small letters, which is not folding case."""

    caught_by = ("search.case-is-folded",)

    def terms(self, entry: MemoryEntry) -> Terms:
        return frozenset(re.findall(r"\w+", self.text(entry).lower()))

    def asked(self, query: str) -> Terms:
        return frozenset(re.findall(r"\w+", query.lower()))


class LastTerms(HonestStore):
    """Searches for the last eight terms of a query."""

    caught_by = ("search.longer-query-finds-no-less", "search.reference-matches")

    def asked(self, query: str) -> Terms:
        return frozenset(tokenize(check_query(query))[-8:])
