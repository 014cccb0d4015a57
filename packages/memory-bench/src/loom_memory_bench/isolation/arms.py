"""The arms of the isolation of traversal: what each gives a reader for a question."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final
from urllib.parse import quote

from loom_memory_core import MemoryEntry, opened, require
from pydantic import JsonValue

from loom_memory_bench.isolation.shuffle import shuffled
from loom_memory_bench.isolation.traversal import MakeTraversal
from loom_memory_bench.isolation.world import HOPS, ChainQuestion, World, WorldFact
from loom_memory_bench.report.report import Arm

ORACLE: Final = "oracle"
NONE: Final = "none"
SINGLE: Final = "single hop"
TRAVERSAL: Final = "traversal"
SHUFFLED: Final = "shuffled"

LIMIT: Final = 28
"""How many facts a reader is given, in every arm that chooses them."""

KEY: Final = "isolation/facts"

Give = Callable[[ChainQuestion], Sequence[str]]
"""The ids of the facts that an arm gives for a question, best or nearest first."""


def arms(store: Mapping[str, JsonValue], traversal: str, *, limit: int) -> tuple[Arm, ...]:
    """The arms, as a report names them."""
    walk: dict[str, JsonValue] = {"traversal": traversal, "hops": max(HOPS), "facts": limit}
    search: dict[str, JsonValue] = {**store, "facts": limit}
    return (
        Arm(name=ORACLE, about="the facts that answer, and no others"),
        Arm(name=NONE, about="no facts"),
        Arm(name=SINGLE, about="one search for the question", settings=search),
        Arm(name=TRAVERSAL, about="a walk from what the question names", settings=walk),
        Arm(name=SHUFFLED, about="the same walk, every edge leading elsewhere", settings=walk),
    )


@contextmanager
def givers(
    world: World, *, store: str, make_traversal: MakeTraversal, limit: int
) -> Iterator[Mapping[str, Give]]:
    """What gives the facts in each arm, while it is open.

    Args:
        world: Facts and questions.
        store: The URL of an empty store; ``{folder}`` is a temporary folder.
        make_traversal: What walks.
        limit: At most so many facts.
    """
    with ExitStack() as open_parts:
        walk = open_parts.enter_context(make_traversal(world.facts))
        lost = open_parts.enter_context(make_traversal(shuffled(world.facts)))
        search = open_parts.enter_context(_searching(world.facts, store, limit))
        depth = max(HOPS)
        yield {
            ORACLE: lambda question: [fact.id for fact in question.supports],
            NONE: lambda _question: [],
            SINGLE: search,
            TRAVERSAL: lambda question: walk.reach(question.text, hops=depth, limit=limit),
            SHUFFLED: lambda question: lost.reach(question.text, hops=depth, limit=limit),
        }


@contextmanager
def _searching(facts: Sequence[WorldFact], url: str, limit: int) -> Iterator[Give]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(url.replace("{folder}", quote(folder))) as bare,
    ):
        store = require(bare, "search")
        store.append(
            KEY, [MemoryEntry(content=each.text, meta={"fact": each.id}) for each in facts]
        )

        def search(question: ChainQuestion) -> list[str]:
            hits = store.search(KEY, question.text, limit=limit)
            return [str((hit.entry.meta or {})["fact"]) for hit in hits]

        yield search
