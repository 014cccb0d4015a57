"""Saboteurs of queries: text is taken for a language, and obeyed."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.honest import HonestStore, Terms


class ParsesQueries(HonestStore):
    """Hands a query to a parser, which raises at a lone quote."""

    caught_by = ("search.any-query", "search.any-query-of-an-empty-list", "search.no-phrases")

    def asked(self, query: str) -> Terms:
        if query.count('"') % 2:
            raise SyntaxError(f"unterminated string: {query}")
        return super().asked(query)


class EncodesQueries(HonestStore):
    """Encodes a query, which halves of characters cannot be."""

    caught_by = ("search.any-query", "search.nul-in-a-query", "search.query-without-a-term")

    def asked(self, query: str) -> Terms:
        return super().asked(query.encode().decode())


class GivesNone(HonestStore):
    """Gives None where a query cannot be parsed."""

    caught_by = ("search.any-query", "search.any-query-of-an-empty-list")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        return None if query.startswith("((") else hits  # type: ignore[return-value]


class SwallowsErrors(HonestStore):
    """Catches what the parser raises, and finds nothing."""

    caught_by = ("search.reference-matches", "search.punctuation-parts-terms", "search.no-fields")

    def asked(self, query: str) -> Terms:
        return frozenset() if re.search(r"['\":./@-]", query) else super().asked(query)


class EmptyMeansAll(HonestStore):
    """Gives every entry for a query without a term."""

    caught_by = ("search.query-without-a-term",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        every = [] if self.asked(query) else self.searched(key)
        return hits or [SearchHit(entry, 0.0) for entry in every][:limit]


class BindsEachTerm(HonestStore):
    """Binds a parameter for each term, of which the engine has 32,766."""

    caught_by = ("search.very-long-query",)
    tier = "full"

    def asked(self, query: str) -> Terms:
        terms = super().asked(query)
        if len(terms) > 32_766:
            raise OverflowError("too many SQL variables")
        return terms


class ObeysOperators(HonestStore):
    """Takes AND, OR, NOT and NEAR for operators."""

    caught_by = ("search.operators-are-words",)

    def asked(self, query: str) -> Terms:
        return super().asked(re.sub(r"\b(AND|OR|NOT|NEAR)\b", " ", query))


class Excludes(HonestStore):
    """Leaves out what NOT or a minus stands before."""

    caught_by = ("search.operators-are-words", "search.no-fields")

    def asked(self, query: str) -> Terms:
        return super().asked(re.sub(r"(NOT |\s-)\w+", " ", query))


class Wildcards(HonestStore):
    """Takes a star for the rest of a word."""

    caught_by = ("search.no-wildcards",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        patterns = [word for word in query.split() if word.endswith("*")]
        words = {
            term
            for entry in self.searched(key)
            for term in self.terms(entry)
            if any(fnmatchcase(term, pattern) for pattern in patterns)
        }
        return super().search(key, " ".join([query, *words]), limit=limit)


class StarMeansAll(HonestStore):
    """Takes a lone star for every entry."""

    caught_by = ("search.no-wildcards", "search.query-without-a-term")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        every = self.searched(key) if query == "*" else []
        return hits or [SearchHit(entry, 1.0) for entry in every][:limit]


class NamesFields(HonestStore):
    """Takes what stands before a colon for the name of a column."""

    caught_by = ("search.no-fields",)

    def asked(self, query: str) -> Terms:
        return super().asked(re.sub(r"\{?\w+\}?:", " ", query))


class MakesPhrases(HonestStore):
    """Wants the words between quotes side by side."""

    caught_by = ("search.no-phrases",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        phrases = re.findall('"([^"]+)"', query)
        return [hit for hit in hits if all(each in self.text(hit.entry) for each in phrases)]


class PartsAtBlanks(HonestStore):
    """Parts words at blanks alone."""

    caught_by = ("search.punctuation-parts-terms", "search.no-fields", "search.no-phrases")

    def terms(self, entry: MemoryEntry) -> Terms:
        return _between_blanks(self.text(entry))

    def asked(self, query: str) -> Terms:
        return _between_blanks(query)


def _between_blanks(text: str) -> Terms:
    return frozenset(text.casefold().split())


class EndsAtNul(HonestStore):
    """Hands a query to a C library, which ends it at U+0000."""

    caught_by = ("search.nul-in-a-query", "search.reference-matches")

    def asked(self, query: str) -> Terms:
        return super().asked(query.partition("\0")[0])


class ReplacesHalves(HonestStore):
    """Gives up on a query that holds half a character."""

    caught_by = ("search.nul-in-a-query",)

    def asked(self, query: str) -> Terms:
        return super().asked("" if any("\ud800" <= each <= "\udfff" for each in query) else query)


class StoresQueries(HonestStore):
    """Remembers what was asked, as one more entry of the list."""

    caught_by = ("search.changes-nothing", "search.same-answer-twice")

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        if hits:
            self.remember(key, [MemoryEntry(content=query)])
        return hits

    def remember(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put the query at the end."""
        self.append(key, entries)
