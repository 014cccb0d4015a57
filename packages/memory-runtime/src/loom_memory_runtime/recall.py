"""Recall as a decision: the name it is recorded under, and what is recorded of it.

Entries are recorded as their own JSON text, so that they come back equal, taint and all.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from loom_memory_core import MemoryEntry, SearchHit
from pydantic import JsonValue

from loom_memory_runtime.tier import Tier
from loom_memory_runtime.tier_key import tier_key

RELEVANT: Final = "recall_relevant"
"""The first word of the name under which a recall by relevance is recorded."""


def decision_name(verb: str, tier: Tier, scope: str, *asked: object) -> str:
    """A name that another question does not have.

    Args:
        verb: The first word.
        tier: Where.
        scope: Whose.
        asked: The rest of the question; a hash of it stands in the name.

    Examples:
        >>> decision_name("recall", "working", "db-7", 5)
        'recall working/db-7 666aa17826ad3912'
    """
    # ascii(), because repr() shows more as it is with every new Unicode.
    digest = hashlib.sha256(ascii(asked).encode()).hexdigest()
    return f"{verb} {tier_key(tier, scope)} {digest[:16]}"


def recorded_hits(query: str, limit: int, hits: Sequence[SearchHit]) -> JsonValue:
    """Hits in the form that is recorded, with the question for whoever reads the log."""
    shown = query.encode(errors="replace").decode()  # half a surrogate pair is not storable
    return {"query": shown, "limit": limit, "hits": [_recorded_hit(hit) for hit in hits]}


def _recorded_hit(hit: SearchHit) -> JsonValue:
    recorded: dict[str, JsonValue] = {"entry": hit.entry.to_json(), "score": hit.score}
    return recorded if hit.similarity is None else {**recorded, "similarity": hit.similarity}


def hits_of(recorded: JsonValue) -> list[SearchHit]:
    """The hits of what ``recorded_hits`` gave.

    Raises:
        ValueError: It is something else.
    """
    match recorded:
        case {"hits": list(hits)}:
            return [_hit(each) for each in hits]
    raise _strange(recorded)


def _hit(recorded: JsonValue) -> SearchHit:
    match recorded:
        case {"entry": str(text), "score": int() | float() as score, **more}:
            similarity = more.get("similarity")
            if similarity is None or isinstance(similarity, int | float):
                return SearchHit(MemoryEntry.from_json(text), score, similarity)
    raise _strange(recorded)


def recorded_entries(entries: Sequence[MemoryEntry]) -> JsonValue:
    """Entries in the form that is recorded."""
    return {"entries": [entry.to_json() for entry in entries]}


def entries_of(recorded: JsonValue) -> list[MemoryEntry]:
    """The entries of what ``recorded_entries`` gave.

    Raises:
        ValueError: It is something else.
    """
    match recorded:
        case {"entries": list(texts)} if all(isinstance(text, str) for text in texts):
            return [MemoryEntry.from_json(str(text)) for text in texts]
    raise _strange(recorded)


def check_decide(decide: object) -> None:
    """Refuse what cannot decide, before anything is recalled.

    Raises:
        TypeError: It cannot be called.
    """
    if not callable(decide):
        raise TypeError(
            f"decide is {decide!r}; pass the decide of an execution, so that a replay recalls "
            "what this run recalled; the store's own search is there for tools and tests"
        )


def _strange(recorded: JsonValue) -> ValueError:
    return ValueError(
        f"decide gave {str(recorded)[:60]!r} for a recall; it must give back what its thunk gave"
    )
