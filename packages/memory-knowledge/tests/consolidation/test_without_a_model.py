"""Consolidation by sentences: what it draws, and that a long addition loses nothing."""

from datetime import UTC, datetime

from loom_memory_core import InMemoryStore
from loom_memory_knowledge import Knowledge, Scope, SentenceExtractor, Turn

AT = datetime(2026, 5, 7, 9, tzinfo=UTC)
TURNS = [
    Turn("Ada", "Which drink do you like best, Bob?", AT),
    Turn("Bob", "I drink oolong tea every morning.", AT),
]


def test_it_runs_without_a_model(scope: Scope) -> None:
    knowledge = Knowledge(InMemoryStore(), scope)
    knowledge.add(TURNS, session="s1")
    report = knowledge.consolidate(SentenceExtractor(), limit=1)
    assert report.written == 1
    (fact,) = knowledge.facts("person:Bob")
    assert fact.fact.body.text == "Bob: I drink oolong tea every morning."
    assert fact.fact.body.sources[0].quote == TURNS[1].text


def test_a_long_addition_loses_no_fact(scope: Scope) -> None:
    knowledge = Knowledge(InMemoryStore(), scope)
    turns = [Turn("Bob", f"I bought {at} red bikes there.", AT) for at in range(700)]
    knowledge.add(turns, session="s1")
    (item,) = knowledge.consolidate(SentenceExtractor()).items
    assert (item.written, item.refused) == (700, ())
