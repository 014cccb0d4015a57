"""What ``append`` promises: all entries, at the end, in order, in one step."""

from datetime import UTC, datetime, timedelta

from loom_memory_core import InvalidEntryError, MemoryEntry

from loom_conformance.entries import contents, numbered, said
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def at(times: list[datetime | None]) -> list[MemoryEntry]:
    """One entry for each time, numbered."""
    return [MemoryEntry(content=number, timestamp=time) for number, time in enumerate(times)]


def unstorable(content: str = "bad") -> MemoryEntry:
    """An entry that was good when it was made, and was changed into one that is not."""
    entry = MemoryEntry(content={"text": content})
    entry.content["number"] = float("nan")  # type: ignore[index, call-overload]  # it is a dict
    return entry


class AppendCases:
    """Order, repeats, whole batches."""

    @case("append.order")
    def test_append_order(self, store: Subject) -> None:
        """Entries of one append come back in the order they were given."""
        entries = said("zulu", "alpha", "mike", 3, 1, 2)
        store.append("k", entries)
        equal(store.read("k"), entries)

    @case("append.order-across-calls")
    def test_append_order_across_calls(self, store: Subject) -> None:
        """A later append stands after an earlier one."""
        entries = said("zulu", "alpha", "mike", "alpha")
        for entry in entries:
            store.append("k", [entry])
        equal(store.read("k"), entries)

    @case("append.order-with-equal-timestamps")
    def test_append_order_with_equal_timestamps(self, store: Subject) -> None:
        """Entries that share a timestamp keep their append order."""
        entries = at([NOON] * 6)
        store.append("k", entries[:3])
        store.append("k", entries[3:])
        equal(store.read("k"), entries)

    @case("append.order-with-descending-timestamps")
    def test_append_order_with_descending_timestamps(self, store: Subject) -> None:
        """Order is append order even where each timestamp lies before the last."""
        entries = at([NOON - timedelta(hours=hour) for hour in range(6)])
        store.append("k", entries[:3])
        store.append("k", entries[3:])
        equal(store.read("k"), entries)

    @case("append.order-with-absent-timestamps")
    def test_append_order_with_absent_timestamps(self, store: Subject) -> None:
        """Entries without a timestamp keep their place among those that have one."""
        entries = at([NOON, None, NOON - timedelta(days=1), None, NOON])
        for entry in entries:
            store.append("k", [entry])
        equal(store.read("k"), entries)

    @case("append.order-of-fifty")
    def test_append_order_of_fifty(self, store: Subject) -> None:
        """Fifty appends in a row keep their order, whatever the clock says."""
        entries = numbered(50)
        for entry in entries:
            store.append("k", [entry])
        equal(store.read("k"), entries)

    @case("append.keeps-equal-entries")
    def test_append_keeps_equal_entries(self, store: Subject) -> None:
        """The list is a list, not a set: entries of equal content are all kept."""
        store.append("k", said("same", "same"))
        store.append("k", said("other", "same"))
        equal(contents(store.read("k")), ["same", "same", "other", "same"])

    @case("append.keeps-one-entry-twice")
    def test_append_keeps_one_entry_twice(self, store: Subject) -> None:
        """The very same entry, id and all, appended twice is stored twice."""
        entry = MemoryEntry(content="same", id="one")
        store.append("k", [entry, entry])
        store.append("k", [entry])
        equal(store.read("k"), [entry, entry, entry])

    @case("append.one-id-under-two-keys")
    def test_append_one_id_under_two_keys(self, store: Subject) -> None:
        """An id says nothing about uniqueness: two keys may each hold an entry with it."""
        first, second = MemoryEntry(content="a", id="one"), MemoryEntry(content="b", id="one")
        store.append("k1", [first])
        store.append("k2", [second])
        equal([store.read("k1"), store.read("k2")], [[first], [second]])

    @case("append.nothing")
    def test_append_nothing(self, store: Subject) -> None:
        """Appending no entries changes nothing and is no error."""
        entries = said("kept")
        store.append("k", entries)
        store.append("k", [])
        store.append("new", [])
        equal([store.read("k"), store.read("new")], [entries, []])

    @case("append.any-sequence")
    def test_append_any_sequence(self, store: Subject) -> None:
        """Entries may come as any sequence: a tuple does as well as a list."""
        entries = said("first", "second")
        store.call("append", "k", tuple(entries))
        equal(store.read("k"), entries)

    @case(
        "append.all-or-none",
        reproduce="""
store = open_store()
bad = MemoryEntry(content={})
bad.content["number"] = float("nan")
try:
    store.append("k", [MemoryEntry(content="good"), bad])
except ValueError:
    print(store.read("k"))  # must be []
""",
    )
    def test_append_all_or_none(self, store: Subject) -> None:
        """When one entry of a batch cannot be stored, none of them is."""
        kept = said("before")
        store.append("k", kept)
        store.refuses(InvalidEntryError, "append", "k", [*said("one", "two"), unstorable()])
        equal(store.read("k"), kept)

    @case("append.works-after-a-refusal")
    def test_append_works_after_a_refusal(self, store: Subject) -> None:
        """After a refused batch the next append works as if nothing had happened."""
        store.refuses(InvalidEntryError, "append", "k", [*said("lost"), unstorable()])
        entries = said("next", "and next")
        store.append("k", entries)
        equal(store.read("k"), entries)
