"""Scopes of knowledge to measure in: facts of a hub and of a ring of others, and sections."""

import random
from collections.abc import Sequence
from typing import Final

from loom_memory_bench.speed.corpus import word
from loom_memory_core import MemoryEntry, MemoryStore
from loom_memory_knowledge import Body, Edge, Knowledge
from loom_memory_knowledge.documents.change import born
from loom_memory_knowledge.keys import back_key
from loom_memory_runtime import utc_now

SCOPE: Final = "user/ada"

EACH: Final = 10
"""Facts of each subject but the hub."""

AT_ONCE: Final = 1_000


def sentence(rng: random.Random) -> str:
    """Eight words, common ones more often."""
    return " ".join(word(int(rng.paretovariate(0.6)) % 3_000 + 1) for _ in range(8))


def fill(store: MemoryStore, size: int) -> None:
    """A scope of so many facts: a hub with half of them, and a ring of others."""
    knowledge = Knowledge(store, SCOPE)
    rng = random.Random(size)
    others = size // 2 // EACH
    documents = [knowledge.subjects.file(f"person:P{at}").document for at in range(others)]
    hub = knowledge.subjects.file("project:Hub").document
    for at, document in enumerate(documents):
        following = documents[(at + 1) % others], f"person:p{(at + 1) % others}"
        put(store, document, [sentence(rng) for _ in range(EACH)], edge=following)
    for start in range(0, size // 2, AT_ONCE):
        count = min(AT_ONCE, size // 2 - start)
        put(store, hub, [sentence(rng) for _ in range(count)])


def put(
    store: MemoryStore,
    document: str,
    texts: Sequence[str],
    *,
    edge: tuple[str, str] | None = None,
) -> None:
    """Write facts of one subject in one step, the first with an edge and its link."""
    knowledge = Knowledge(store, SCOPE)
    edges = () if edge is None else (Edge(document=edge[0], name=edge[1]),)
    bodies = [
        Body(kind="fact", title="P", text=text, ordinal=0, edges=edges if at == 0 else ())
        for at, text in enumerate(texts)
    ]
    ids = [f"{document[:20]}{number:012}" for number in range(len(texts))]
    changes = [
        born(document, id_, body, clock=utc_now) for id_, body in zip(ids, bodies, strict=True)
    ]
    if edge is not None:
        link = MemoryEntry(content=None, id=ids[0], meta={"from": document})
        store.append(back_key(knowledge.scope, edge[0]), [link])
    knowledge.documents.apply(document, changes)


def section(text: str) -> Body:
    """A section of a document."""
    return Body(kind="section", title="G", text=text, ordinal=0)
