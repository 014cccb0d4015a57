"""What counts in a document's log, and what does not."""

from datetime import UTC, datetime

import pytest
from loom_memory_core import CorruptEntryError, MemoryEntry, taint
from loom_memory_knowledge import Body, Chunk, Close, Document
from loom_memory_knowledge.event import HEAD, Event, Head, event_entry
from loom_memory_knowledge.fold import fold

AT = datetime(2026, 1, 1, tzinfo=UTC)


def head(title: str, operation: str = "h1", *, base: str | None = None) -> MemoryEntry:
    event = Event(
        event="edit" if base else "chunk",
        operation=operation,
        at=AT,
        base=base,
        head=Head(title=title),
    )
    return event_entry(HEAD, event)


def said(text: str, *, ordinal: float = 0) -> Body:
    return Body(kind="section", title="Notes", text=text, ordinal=ordinal)


def born(id_: str, text: str, operation: str = "c1", *, ordinal: float = 0) -> MemoryEntry:
    event = Event(event="chunk", operation=operation, at=AT, body=said(text, ordinal=ordinal))
    return event_entry(id_, event)


def edited(id_: str, text: str, operation: str, *, base: str) -> MemoryEntry:
    event = Event(event="edit", operation=operation, at=AT, base=base, body=said(text))
    return event_entry(id_, event)


def merged(id_: str, heir: str, operation: str, *, base: str) -> MemoryEntry:
    return event_entry(id_, Event(event="merged", operation=operation, at=AT, base=base, heir=heir))


def closed(id_: str, heir: str, operation: str, *, base: str = "c1") -> MemoryEntry:
    event = Event(
        event="close", operation=operation, at=AT, base=base, close=Close(at=AT, heir=heir)
    )
    return event_entry(id_, event)


def gone(id_: str, operation: str = "x1") -> MemoryEntry:
    return event_entry(id_, Event(event="gone", operation=operation, at=AT))


def folded(*rows: MemoryEntry) -> Document:
    document = fold("d", rows, key="loom/user/ada/doc/d")
    assert document is not None
    return document


def only(*rows: MemoryEntry) -> Chunk:
    (chunk,) = folded(head("Notes"), *rows).chunks.values()
    return chunk


def test_a_log_without_a_head_is_no_document() -> None:
    assert fold("d", [born("a", "text")], key="k") is None


def test_of_two_edits_of_one_revision_the_first_counts() -> None:
    chunk = only(
        born("a", "old"),
        edited("a", "mine", "e1", base="c1"),
        edited("a", "yours", "e2", base="c1"),
    )
    assert (chunk.body.text, chunk.revision) == ("mine", "e1")


def test_an_operation_that_counted_is_known_when_another_came_after() -> None:
    document = folded(
        head("Notes"),
        born("a", "old"),
        edited("a", "mine", "e1", base="c1"),
        edited("a", "yours", "e2", base="c1"),
        edited("a", "next", "e3", base="e1"),
    )
    assert document.counted == {"h1", "c1", "e1", "e3"}


def test_an_edit_of_the_new_revision_counts() -> None:
    chunk = only(
        born("a", "old"), edited("a", "mine", "e1", base="c1"), edited("a", "next", "e2", base="e1")
    )
    assert chunk.body.text == "next"


def test_a_second_birth_does_not_count() -> None:
    assert only(born("a", "first"), born("a", "second", "c2")).body.text == "first"


def test_an_operation_that_is_there_already_does_not_count() -> None:
    again = edited("a", "mine", "e1", base="c1")
    chunk = only(born("a", "old"), again, edited("a", "c1", "e2", base="e1"), again)
    assert chunk.body.text == "c1"


def test_of_two_heirs_the_first_counts() -> None:
    chunk = only(born("a", "x"), closed("a", "b", "s1"), closed("a", "c", "s2", base="s1"))
    assert chunk.closed is not None
    assert chunk.closed.heir == "b"
    assert chunk.live


def test_a_close_of_another_revision_does_not_count() -> None:
    chunk = only(born("a", "x"), edited("a", "y", "e1", base="c1"), closed("a", "b", "s1"))
    assert chunk.closed is None


def test_a_merge_of_another_revision_does_not_count() -> None:
    chunk = only(
        born("a", "x"), edited("a", "y", "e1", base="c1"), merged("a", "b", "m1", base="c1")
    )
    assert chunk.merged_into is None
    assert only(born("a", "x"), merged("a", "b", "m1", base="c1")).merged_into == "b"


def test_nothing_counts_after_a_deletion() -> None:
    chunk = only(born("a", "x"), gone("a"), edited("a", "y", "e1", base="x1"))
    assert chunk.gone
    assert chunk.body.text == "x"
    assert not chunk.live


def test_a_deleted_document_says_so_and_keeps_its_title() -> None:
    document = folded(head("Notes"), gone(HEAD), head("Other", "h2", base="h1"))
    assert document.gone
    assert document.head.title == "Notes"


def test_of_two_titles_the_first_counts() -> None:
    rows = [head("A"), head("B", "h2", base="h1"), head("C", "h3", base="h1"), born("a", "x")]
    document = folded(*rows)
    assert document.head.title == "B"
    assert document.revision == "h2"
    assert "h3" not in document.counted


def test_chunks_stand_in_the_order_of_their_ordinals() -> None:
    rows = [born("a", "x", ordinal=2), born("b", "y", ordinal=1), born("c", "z", ordinal=1)]
    assert list(folded(head("Notes"), *rows).chunks) == ["b", "c", "a"]


def test_some_rows_tell_of_some_chunks() -> None:
    rows = [head("Notes"), born("a", "x"), born("b", "y"), edited("b", "z", "e1", base="c1")]
    part = folded(*(row for row in rows if row.id in {HEAD, "b"}))
    assert part.chunks == {"b": folded(*rows).chunks["b"]}


def test_an_event_comes_back_equal_from_its_entry() -> None:
    body = Body(kind="turn", title="", text=taint("hello", origin="web"), ordinal=0, role="Ada")
    event = Event(event="chunk", operation="c1", at=AT, body=body)
    entry = MemoryEntry.from_json(event_entry("a", event).to_json())
    assert entry.content is None
    assert Event.model_validate(entry.meta) == event


@pytest.mark.parametrize("meta", [None, {}, {"event": "chunk"}, {"event": "?", "operation": "o"}])
def test_a_row_that_is_no_event_names_its_place(meta: dict[str, str] | None) -> None:
    rows = [head("Notes"), MemoryEntry(content=None, meta=meta)]  # type: ignore[arg-type]
    with pytest.raises(CorruptEntryError, match="no event of a document") as caught:
        fold("d", rows, key="loom/user/ada/doc/d")
    assert (caught.value.key, caught.value.position) == ("loom/user/ada/doc/d", 1)
