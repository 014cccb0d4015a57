"""Subjects: filed once, proposed and never minted, adopted by a curator."""

from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryEntry
from loom_memory_knowledge import InvalidSubjectError, Knowledge, Scope, Subject
from loom_memory_knowledge.keys import subject_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.subjects.filing import Paper, paper_entry
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_runtime import Clock

if TYPE_CHECKING:
    from conftest import Recorder


@pytest.fixture
def subjects(rows: KnowledgeStore, scope: Scope, clock: Clock) -> Subjects:
    return Subjects(rows, scope, clock=clock)


def test_a_subject_is_known_by_any_spelling_of_its_name(subjects: Subjects) -> None:
    known = subjects.file("person:Ada Lovelace")
    assert known.subject == Subject("person", "Ada Lovelace")
    assert subjects.file("person:ada lovelace").document == known.document
    assert subjects.known("person:ada-lovelace") == known


def test_the_first_filing_says_the_type(subjects: Subjects) -> None:
    subjects.file("person:Paris")
    with pytest.raises(InvalidSubjectError, match="'location:paris' is on file as 'person:paris'"):
        subjects.file("location:Paris")
    assert subjects.known("location:Paris") is None


def test_of_two_filings_the_first_counts(
    subjects: Subjects, rows: KnowledgeStore, scope: Scope, clock: Clock
) -> None:
    first = subjects.file("person:Ada")
    late = Paper(paper="filing", type="person", name="Ada", at=clock(), document="other")
    rows.append(subject_key(scope, "ada"), [paper_entry(late)])
    assert subjects.file("person:Ada").document == first.document


def test_a_filing_that_was_cut_short_is_completed(recorder: "Recorder", clock: Clock) -> None:
    scope, rows = Scope("user", "ada"), KnowledgeStore(recorder)
    filing = Paper(paper="filing", type="person", name="Ada", at=clock(), document="d")
    rows.append(subject_key(scope, "ada"), [paper_entry(filing)])
    knowledge = Knowledge(recorder, scope, clock=clock)
    assert knowledge.subjects.file("person:Ada").document == "d"
    assert knowledge.tree.resolve("/entities/person/ada") == "d"


def test_a_proposal_is_inert_until_it_is_adopted(subjects: Subjects) -> None:
    assert subjects.propose("person:Bob", evidence="he is named in s1") == "proposed"
    assert subjects.known("person:Bob") is None
    (line,) = subjects.registry()
    assert (line.subject.key, line.standing, line.evidence) == (
        "person:bob",
        "proposed",
        ("he is named in s1",),
    )
    known = subjects.adopt("person:Bob")
    assert subjects.known("person:Bob") == known
    assert [each.standing for each in subjects.registry()] == ["filed"]


def test_a_rejection_is_for_good(subjects: Subjects) -> None:
    subjects.propose("person:Bob", evidence="x")
    assert subjects.reject("person:Bob") == "rejected"
    assert subjects.propose("person:Bob", evidence="y") == "rejected"
    assert [each.standing for each in subjects.registry()] == ["rejected"]


def test_nobody_adopts_what_was_not_proposed(subjects: Subjects) -> None:
    with pytest.raises(InvalidSubjectError, match="was not proposed in scope 'user/ada'"):
        subjects.adopt("person:Bob")


def test_the_registry_is_sorted_and_keeps_every_script(subjects: Subjects) -> None:
    for name in ("Öl", "Анна", "Ada", "数据"):
        subjects.file(f"object:{name}")
    assert [each.subject.name for each in subjects.registry()] == ["Ada", "Öl", "Анна", "数据"]


def test_a_strange_row_is_named(subjects: Subjects, rows: KnowledgeStore, scope: Scope) -> None:
    rows.append(subject_key(scope, "ada"), [MemoryEntry(content=None, meta={"x": 1})])
    with pytest.raises(ValueError, match="no paper about a subject"):
        subjects.file("person:Ada")
