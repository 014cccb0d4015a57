"""The breadth-first reference, and the arms around it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from loom_memory_bench.isolation.graph_recall import graph_recall
from loom_memory_bench.isolation.run import measure_isolation
from loom_memory_bench.isolation.traversal import BreadthFirst, Traversal
from loom_memory_bench.isolation.world import WorldFact


def fact(number: int, subject: str, *targets: str) -> WorldFact:
    text = f"{subject} and {targets}"
    return WorldFact(f"f{number}", number, text, subject, "r", targets[0], targets)


FACTS = [fact(1, "Ada", "Bo"), fact(2, "Bo", "Cy"), fact(3, "Cy", "Dee"), fact(4, "Eve", "Bo")]


@pytest.mark.parametrize(
    ("question", "hops", "reached"),
    [
        ("Ada?", 1, ["f1"]),
        ("Ada?", 2, ["f1", "f2", "f4"]),
        ("Ada?", 3, ["f1", "f2", "f4", "f3"]),
        ("Dee?", 2, ["f3", "f2"]),
        ("Zoe?", 4, []),
        ("Ada and Cy?", 1, ["f1", "f3", "f2"]),
    ],
)
def test_the_nearest_facts_come_first(question: str, hops: int, reached: list[str]) -> None:
    assert BreadthFirst(FACTS).reach(question, hops=hops, limit=9) == reached


def test_the_walk_ends_at_its_limit() -> None:
    assert BreadthFirst(FACTS).reach("Ada?", hops=4, limit=2) == ["f1", "f2"]


def test_edges_are_followed_and_not_texts() -> None:
    facts = [fact(1, "Ada", "Bo")._replace(targets=("Cy",)), *FACTS[1:]]
    assert BreadthFirst(facts).reach("Ada?", hops=2, limit=9) == ["f1", "f3", "f2"]


def test_shuffling_destroys_a_walk_along_edges() -> None:
    report = measure_isolation(command="c", store="memory://", resamples=200)
    chain = {f.arm: f.mean for f in report.figures if (f.group, f.measure) == ("2 hops", "chain")}
    assert (chain["oracle"], chain["none"]) == (1, 0)
    assert chain["traversal"] > 0.8
    assert chain["shuffled"] < 0.2
    assert report.verdict.startswith("The traversal counts:")
    assert len(report.records) == 5 * 120
    assert all(len(each.found) <= 28 for each in report.records)


class ReadsTexts:
    """A cheat: it follows names in texts, so that edges do not matter to it."""

    def __init__(self, facts: Sequence[WorldFact]) -> None:
        self._facts = facts

    def reach(self, question: str, *, hops: int, limit: int) -> list[str]:
        own = [each._replace(targets=(each.object,)) for each in self._facts]
        return BreadthFirst(own).reach(question, hops=hops, limit=limit)


@contextmanager
def reads_texts(facts: Sequence[WorldFact]) -> Iterator[Traversal]:
    yield ReadsTexts(facts)


def test_a_walk_that_does_not_need_the_edges_does_not_count() -> None:
    report = measure_isolation(
        command="c", store="memory://", make_traversal=reads_texts, traversal="cheat", resamples=50
    )
    assert report.verdict.startswith("The traversal does not count:")
    (pair,) = (
        each
        for each in report.comparisons
        if (each.group, each.measure, each.second) == ("answerable", "chain", "shuffled")
    )
    assert (pair.wins, pair.losses, pair.p) == (0, 0, 1)


def test_graph_recall_walks_as_the_reference_does() -> None:
    report = measure_isolation(
        command="c", store="memory://", make_traversal=graph_recall, resamples=200
    )
    chain = {f.arm: f.mean for f in report.figures if (f.group, f.measure) == ("2 hops", "chain")}
    assert chain["traversal"] > 0.8
    assert chain["shuffled"] < 0.2
    assert report.verdict.startswith("The traversal counts:")
