"""What operations on knowledge cost, in scopes of 300, 3,000 and 30,000 facts.

    python benchmarks/knowledge_cost.py [--quick]

One subject holds half of the facts, each other one ten, of which the first points at the next
subject. For each operation: the store's calls, and the rows that went in or came out. For recall:
its time beside the bare search for as many rows, in turn. For a walk along edges: its time from
given seeds, and that of finding seeds apart; and in a scope of 42 facts among 2,900 sections its
time beside the naive way, one plane of everything that is searched and filtered. Medians.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from knowledge_scope import EACH, SCOPE, fill, put, section, sentence
from loom_memory_core import MemoryStore, opened, require
from loom_memory_knowledge import Chunk, GraphLimits, Head, Knowledge, Scope, Turn
from loom_memory_knowledge import Path as TreePath
from loom_memory_knowledge.documents.claim import claim_entry
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.graph.recalling import GraphRecaller
from loom_memory_knowledge.keys import dirent_key, plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.recaller import UNITS_FOR_A_CHUNK
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_runtime import utc_now
from machine import described
from table import table

SIZES: Final = (300, 3_000, 30_000)
LIMIT: Final = 8
ROUNDS: Final = 40
TREES: Final = (1_000, 100_000)
LIMITS: Final = GraphLimits(hops=2, budget_chars=None)


class Counting:
    """Passes calls on to a store, and counts them and their rows."""

    scores = "absolute"

    def __init__(self, over: MemoryStore) -> None:
        self._over: Any = over
        self.calls = self.rows = 0
        for verb in ("append", "read", "clear", "search", "remove", "get", "keys"):
            setattr(self, verb, partial(self._call, verb))

    def _call(self, verb: str, key: str, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - any verb
        found = getattr(self._over, verb)(key, *arguments, **options)
        given = list(found) if isinstance(found, Iterator) else found
        self.calls += 1
        moved = given if isinstance(given, list) else arguments[0] if arguments else ()
        self.rows += len(moved) if isinstance(moved, list | set | frozenset | tuple) else 0
        return iter(given) if isinstance(found, Iterator) else given


class Cost(NamedTuple):
    """What one operation took of a store."""

    calls: int
    rows: int


def operations(knowledge: Knowledge, rng: random.Random) -> dict[str, Callable[[], object]]:
    """Each operation, on things that lie alike in every scope."""
    guide = knowledge.documents.create(Head(title="G"), [section("a"), section("b")], path="/g")
    names = iter(range(1_000))

    def fact() -> Chunk:
        return knowledge.remember(sentence(rng), about="person:P3", also_about=["person:P4"])

    def edit() -> object:
        chunk = knowledge.documents.chunks(guide.id)[0]
        body = chunk.body.model_copy(update={"text": sentence(rng)})
        return knowledge.documents.edit(guide.id, chunk.id, body, revision=chunk.revision)

    old, new = fact(), fact()
    return {
        "remember a fact": fact,
        "remember a note": lambda: knowledge.remember(sentence(rng)),
        "add two turns": lambda: knowledge.add(
            [Turn("Ada", sentence(rng)), Turn("Bob", sentence(rng))], session=f"s{next(names)}"
        ),
        "create a document": lambda: knowledge.documents.create(
            Head(title="N"), [section(sentence(rng))], path=f"/new/{next(names)}"
        ),
        "edit a section": edit,
        "resolve a path": lambda: knowledge.tree.resolve("/g"),
        "supersede": lambda: knowledge.supersede(old, new),
        "recall facts": lambda: knowledge.recall(sentence(rng), sources=["facts"]),
        "recall facts and notes": lambda: knowledge.recall(sentence(rng)),
        "graph recall from seeds": lambda: knowledge.graph_recall(
            seeds=["person:P7"], limits=LIMITS
        ),
    }


def costs(store: MemoryStore) -> dict[str, Cost]:
    """Calls and rows of each operation."""
    counting = Counting(store)
    knowledge = Knowledge(counting, SCOPE)  # type: ignore[arg-type]  # it has every verb
    found = {}
    for name, run in operations(knowledge, random.Random(7)).items():
        counting.calls = counting.rows = 0
        run()
        found[name] = Cost(counting.calls, counting.rows)
    return found


def timed(job: Callable[[], object]) -> float:
    """Milliseconds of the wall."""
    began = time.perf_counter()
    job()
    return 1_000 * (time.perf_counter() - began)


def recall_beside_search(store: MemoryStore) -> tuple[float, float]:
    """Milliseconds of recall and of the bare search, in turn."""
    knowledge, rng = Knowledge(store, SCOPE), random.Random(11)
    search = require(store, "search").search
    key = plane_key(knowledge.scope, "facts")
    pairs = []
    for _ in range(ROUNDS):
        query = sentence(rng)
        bare = partial(search, key, query, limit=UNITS_FOR_A_CHUNK * LIMIT)
        pairs.append(
            (timed(lambda q=query: knowledge.recall(q, sources=["facts"])), timed(bare))  # type: ignore[misc]
        )
    return median(one for one, _ in pairs), median(other for _, other in pairs)


def seed_finder(store: MemoryStore) -> GraphRecaller:
    """What finds the facts whose subjects are seeds."""
    rows, scope = KnowledgeStore(store), Scope.parse(SCOPE)
    subjects = Subjects(rows, scope, clock=utc_now)
    return GraphRecaller(rows, scope, subjects=subjects, clock=utc_now)


def walk_times(store: MemoryStore) -> tuple[float, float]:
    """Milliseconds of the walk from given seeds, and of finding seeds for a question."""
    knowledge, finder, rng = Knowledge(store, SCOPE), seed_finder(store), random.Random(13)
    seeds = ["person:P7", "person:P11"]
    walk = median(
        timed(lambda: knowledge.graph_recall(seeds=seeds, limits=LIMITS)) for _ in range(ROUNDS)
    )
    found = median(timed(lambda: finder.found(sentence(rng))) for _ in range(ROUNDS))
    return walk, found


class Article(NamedTuple):
    """Milliseconds over 42 facts among 2,900 sections."""

    seeds: float
    """Of finding the facts whose subjects are the seeds."""

    whole: float
    """Of graph recall with its walk."""

    naive: float
    """Of one plane of everything, searched to its end and filtered."""


def article_case(folder: Path) -> Article:
    """The case of the article, each way in turn."""
    rng = random.Random(17)
    with opened(f"sqlite:///{folder / 'article.db'}") as store:
        knowledge = Knowledge(store, SCOPE)
        documents = [knowledge.subjects.file(f"person:P{at}").document for at in range(7)]
        for at, document in enumerate(documents):
            following = (documents[(at + 1) % 7], f"person:p{(at + 1) % 7}")
            put(store, document, [sentence(rng) for _ in range(6)], edge=following)
        for at in range(29):
            bodies = [section(" ".join(sentence(rng) for _ in range(8))) for _ in range(100)]
            knowledge.documents.create(Head(title="G"), bodies, path=f"/docs/{at}")
        search, finder = require(store, "search").search, seed_finder(store)
        rows = [
            row
            for plane in ("facts", "documents")
            for row in store.read(plane_key(knowledge.scope, plane))
        ]
        store.append("naive", rows)
        facts = {row.id for row in store.read(plane_key(knowledge.scope, "facts"))}

        def naive(query: str) -> object:
            hits = search("naive", query, limit=len(rows))
            return [hit for hit in hits if hit.entry.id in facts][:LIMIT]

        pairs = []
        for _ in range(ROUNDS):
            query = sentence(rng)
            pairs.append(
                (
                    timed(lambda q=query: finder.found(q)),  # type: ignore[misc]
                    timed(lambda q=query: knowledge.graph_recall(q, limits=LIMITS)),  # type: ignore[misc]
                    timed(lambda q=query: naive(q)),  # type: ignore[misc]
                )
            )
        return Article(*map(median, zip(*pairs, strict=True)))


class Tree(NamedTuple):
    """Milliseconds in a tree of so many paths."""

    paths: int
    resolve: float
    listing: float
    """Of ``ls`` of a directory with ten names."""


def tree_times(store: MemoryStore, paths: int) -> Tree:
    """A tree of directories with ten names each, made of claims on one document."""
    knowledge = Knowledge(store, SCOPE)
    document = knowledge.documents.create(Head(title="D"), [section("x")], path="/d").id
    names = Names(KnowledgeStore(store), knowledge.scope)
    for at in range(paths // EACH):
        folder = TreePath.parse(f"/t/{at % 100}/{at}")
        names.make_directory(folder)
        for number in range(EACH):
            key = dirent_key(knowledge.scope, folder.directory, f"n{number}")
            store.append(key, [claim_entry(document)])
    rng = random.Random(19)
    asked = [f"/t/{at % 100}/{at}" for at in rng.choices(range(paths // EACH), k=ROUNDS)]
    resolved = [timed(partial(knowledge.tree.resolve, f"{each}/n3")) for each in asked]
    listed = [timed(partial(knowledge.tree.ls, each)) for each in asked]
    return Tree(paths, median(resolved), median(listed))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="without the largest scope")
    sizes = SIZES[:-1] if parser.parse_args().quick else SIZES
    print(described())
    counted: list[dict[str, Cost]] = []
    recalls, walks = [], []
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            with opened(f"sqlite:///{Path(name) / f'{size}.db'}?synchronous=normal") as store:
                fill(store, size)
                recalls.append(recall_beside_search(store))
                walks.append(walk_times(store))
                counted.append(costs(store))
        article = article_case(Path(name))
        trees = []
        for paths in TREES:
            with opened(f"sqlite:///{Path(name) / f'{paths}.db'}?synchronous=normal") as store:
                trees.append(tree_times(store, paths))
    print_calls(sizes, counted)
    print_times(sizes, recalls, walks)
    told = [[f"{tree.paths:,}", f"{tree.resolve:.2f}", f"{tree.listing:.2f}"] for tree in trees]
    print(f"\n{table(['paths', 'resolve', 'ls of ten'], told)}\n")
    naive = article.naive
    print(
        f"42 facts among 2,900 sections: the naive search {naive:.2f} ms; finding seeds "
        f"{article.seeds:.2f} ms, {naive / article.seeds:.0f} times as fast; graph recall whole "
        f"{article.whole:.2f} ms, {naive / article.whole:.0f} times as fast."
    )


def print_calls(sizes: Sequence[int], counted: Sequence[dict[str, Cost]]) -> None:
    """A line for each operation."""
    print("\nCalls of the store / rows, for each operation")
    rows = [
        [name, *(f"{each[name].calls} / {each[name].rows}" for each in counted)]
        for name in counted[0]
    ]
    print(table(["", *(f"{size:,} facts" for size in sizes)], rows))


Pairs = Sequence[tuple[float, float]]


def print_times(sizes: Sequence[int], recalls: Pairs, walks: Pairs) -> None:
    """A column for each scope."""
    print("\nMilliseconds, medians")
    rows = [
        ["recall of 8 facts", *(f"{one:.2f}" for one, _ in recalls)],
        ["bare search for 24 rows", *(f"{other:.2f}" for _, other in recalls)],
        ["ratio", *(f"{one / other:.2f}" for one, other in recalls)],
        ["walk from two seeds", *(f"{one:.2f}" for one, _ in walks)],
        ["finding seeds", *(f"{other:.2f}" for _, other in walks)],
    ]
    print(table(["", *(f"{size:,} facts" for size in sizes)], rows))
    spread = max(one for one, _ in walks) / min(one for one, _ in walks)
    print(f"The slowest walk takes {spread:.2f} times the fastest.")


if __name__ == "__main__":
    main()
