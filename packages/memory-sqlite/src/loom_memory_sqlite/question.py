"""Which terms of a query rank, which only match, and what the best possible score is."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from loom_memory_sqlite.analysis import WordQuery
from loom_memory_sqlite.ranking import SHORT_LIST, idf

MAX_RANKED_POSTINGS: Final = 200_000
"""How many postings a ranking may walk, the rarest terms first; about a fifth of a second."""

MAX_COMMON_POSTINGS: Final = 20_000
"""The same for a query of nothing but common words, where the order means little."""


class Weighed(NamedTuple):
    """A query against the counts of one key."""

    shares: dict[str, float]
    """Per term that ranks and that the key holds: its idf as a part of the summed idf of every
    term that ranks, whether the key holds it or not."""

    others: list[str]
    """Terms of the key that only match."""


def weighed(query: WordQuery, known: Mapping[str, int], entries: int) -> Weighed:
    """Weigh a query's terms.

    Stop words and terms in more than half of the entries do not rank: they would decide
    nothing and cost the most. Where nothing else matches, everything ranks.

    Args:
        query: The terms.
        known: In how many entries each term stands; terms that none holds are left out.
        entries: How many entries the key has.
    """
    half = max(entries / 2, SHORT_LIST)
    ranking = [term for term in query.content if known.get(term, 0) <= half]
    limit = MAX_RANKED_POSTINGS
    if not any(term in known for term in ranking):
        ranking = [*query.content, *query.stop]
        limit = MAX_COMMON_POSTINGS
    chosen = _rarest(ranking, known, limit)
    best = sum(idf(entries, known.get(term, 0)) for term in ranking)
    shares = {term: idf(entries, known[term]) / best for term in chosen}
    return Weighed(shares, [term for term in known if term not in shares])


def _rarest(terms: list[str], known: Mapping[str, int], limit: int) -> list[str]:
    """The rarest of the known ``terms`` whose postings are no more than ``limit`` together."""
    chosen = []
    postings = 0
    for term in sorted((term for term in terms if term in known), key=lambda each: known[each]):
        postings += known[term]
        if postings > limit:
            break
        chosen.append(term)
    return chosen
