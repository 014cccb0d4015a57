"""Markdown files: imported, imported again, and written out."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore, origins
from loom_memory_knowledge import Scope
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.importing import Imported, MarkdownFiles
from loom_memory_knowledge.documents.ordinals import placed
from loom_memory_knowledge.keys import plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_runtime import Clock

TEXT = "# db-7\n\nRuns on host a.\n\n## Fail over\n\nStop it.\n\n## Hosts\n\nThere are two.\n"


@pytest.fixture
def files(rows: KnowledgeStore, scope: Scope, clock: Clock) -> MarkdownFiles:
    return MarkdownFiles(rows, scope, clock=clock)


def counts(imported: Imported) -> tuple[int, ...]:
    return imported[2:]


def test_a_text_comes_back_as_it_was(files: MarkdownFiles) -> None:
    imported = files.import_markdown(TEXT, "/db-7")
    assert counts(imported) == (3, 0, 0, 0)
    assert files.export_markdown(imported.document) == TEXT


def test_the_same_text_again_writes_nothing(files: MarkdownFiles) -> None:
    first = files.import_markdown(TEXT, "/db-7")
    again = files.import_markdown(TEXT, "/db-7")
    assert again.document == first.document
    assert not again.changed
    assert again.unchanged == 3


def test_what_changed_is_edited_and_the_rest_is_left(
    files: MarkdownFiles, rows: KnowledgeStore, scope: Scope, clock: Clock
) -> None:
    first = files.import_markdown(TEXT, "/db-7")
    documents = Documents(rows, scope, clock=clock)
    before = {chunk.id: chunk.revision for chunk in documents.chunks(first.document)}
    text = TEXT.replace("Stop it.", "Call Bob.").replace("## Hosts", "## New\n\nx\n\n## Hosts")
    again = files.import_markdown(text, "/db-7")
    assert counts(again) == (1, 1, 0, 2)
    assert files.export_markdown(first.document) == text
    after = {chunk.id: chunk.revision for chunk in documents.chunks(first.document)}
    assert len(before.items() & after.items()) == 2
    assert len(before.keys() & after.keys()) == 3


def test_what_vanished_is_found_no_more(
    files: MarkdownFiles, rows: KnowledgeStore, scope: Scope
) -> None:
    files.import_markdown(TEXT, "/db-7")
    again = files.import_markdown(TEXT.partition("## Hosts")[0], "/db-7")
    assert counts(again) == (0, 0, 1, 2)
    assert rows.search(plane_key(scope, "documents"), "two", limit=5) == []


def test_a_new_first_heading_is_a_new_title(files: MarkdownFiles) -> None:
    first = files.import_markdown(TEXT, "/db-7")
    files.import_markdown(TEXT.replace("# db-7", "# db-8"), "/db-7")
    assert files.export_markdown(first.document) == TEXT.replace("# db-7", "# db-8")


def test_a_tainted_text_stays_tainted(
    files: MarkdownFiles, rows: KnowledgeStore, scope: Scope
) -> None:
    imported = files.import_markdown(TEXT, "/db-7", origin="wiki")
    hits = rows.search(plane_key(scope, "documents"), "stop", limit=5)
    assert hits
    assert all(origins(hit.entry) == ("wiki",) for hit in hits)
    assert files.export_markdown(imported.document) == TEXT


BLOCKS = st.lists(
    st.sampled_from(["# A\n\na\n", "## B\n\nb\n", "## C\n", "# D\n\nd\n", "e\n"]), max_size=8
).map("\n".join)


@given(BLOCKS, BLOCKS, BLOCKS)
def test_whatever_was_there_the_newest_text_is(one: str, two: str, three: str) -> None:
    files = MarkdownFiles(KnowledgeStore(InMemoryStore()), Scope("user", "ada"))
    fresh = MarkdownFiles(KnowledgeStore(InMemoryStore()), Scope("user", "ada"))
    imported = [files.import_markdown(text, "/a", title="t") for text in (one, two, three)]
    expected = fresh.import_markdown(three, "/a", title="t")
    text = fresh.export_markdown(expected.document)
    assert files.export_markdown(imported[-1].document) == text


def test_there_is_always_room_for_one_more() -> None:
    draw = random.Random(7)
    ordinals: list[float] = [0.0, 1.0]
    for _ in range(2_000):
        at = draw.choice([1, 1, 1, draw.randrange(len(ordinals) + 1)])
        ordinals = placed([*ordinals[:at], None, *ordinals[at:]])
        assert ordinals == sorted(set(ordinals))
    assert len(ordinals) == 2_002
