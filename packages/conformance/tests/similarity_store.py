"""An honest store that matches by similarity: cosines of word counts, a floor and a gate."""

import math
from collections import Counter

from loom_memory_core import (
    InMemoryStore,
    SearchHit,
    check_key,
    check_limit,
    check_query,
    searchable_text,
    tokenize,
)

FLOOR = 0.3
GATE = 0.5


class SimilarityStore(InMemoryStore):
    """Embeds a text as the counts of its terms."""

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        key, limit = check_key(key), check_limit(limit, required=True)
        asked = Counter(tokenize(check_query(query)))
        hits = []
        for entry in reversed(self.read(key)):
            cosine = round(_cosine(asked, Counter(tokenize(searchable_text(entry)))), 6)
            hits.append(SearchHit(entry, cosine, cosine))
        best = sorted(hits, key=lambda hit: hit.score, reverse=True)
        if not best or best[0].score < GATE:
            return []
        return [hit for hit in best if hit.score >= FLOOR][:limit]


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(count * other[term] for term, count in one.items())
    norms = math.hypot(*one.values()) * math.hypot(*other.values())
    return min(1.0, shared / norms) if norms else 0.0
