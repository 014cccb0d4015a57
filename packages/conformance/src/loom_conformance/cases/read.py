"""What ``read`` promises: the newest entries, in append order."""

from loom_memory_core import MemoryEntry

from loom_conformance.entries import contents, numbered, said
from loom_conformance.expect import equal, holds
from loom_conformance.promise import case
from loom_conformance.subject import Subject


class ReadCases:
    """Limits, and keys that nobody wrote to."""

    @case("read.unknown-key")
    def test_read_unknown_key(self, store: Subject) -> None:
        """A key that nobody wrote to holds an empty list, and reading it is no error."""
        equal(store.read("nobody"), [])
        equal(store.read("nobody", limit=3), [])

    @case("read.gives-a-list-of-entries")
    def test_read_gives_a_list_of_entries(self, store: Subject) -> None:
        """What comes back is a list of MemoryEntry, not of dicts or rows."""
        store.append("k", said("one", {"two": 2}))
        got = store.read("k")
        whole = type(got) is list and all(isinstance(each, MemoryEntry) for each in got)
        holds(whole, expected="a list of two MemoryEntry", got=got)

    @case("read.appended-at-once")
    def test_read_appended_at_once(self, store: Subject) -> None:
        """What was appended is there for the next read."""
        for count in range(1, 6):
            store.append("k", said(count))
            equal(contents(store.read("k")), list(range(1, count + 1)))

    @case("read.twice")
    def test_read_twice(self, store: Subject) -> None:
        """Reading takes nothing away: a second read gives the same."""
        entries = said("one", "two")
        store.append("k", entries)
        store.read("k")
        equal(store.read("k"), entries)

    @case("read.limit-takes-the-newest")
    def test_read_limit_takes_the_newest(self, store: Subject) -> None:
        """A limit of n gives the n newest entries, still in append order."""
        entries = numbered(7)
        store.append("k", entries)
        for limit in range(1, 8):
            equal(store.read("k", limit=limit), entries[-limit:])

    @case("read.limit-takes-the-newest-across-appends")
    def test_read_limit_takes_the_newest_across_appends(self, store: Subject) -> None:
        """A limit counts entries, not appends."""
        entries = numbered(6)
        store.append("k", entries[:1])
        store.append("k", entries[1:5])
        store.append("k", entries[5:])
        equal(store.read("k", limit=3), entries[-3:])

    @case("read.limit-zero")
    def test_read_limit_zero(self, store: Subject) -> None:
        """A limit of 0 gives no entries; it does not mean all of them."""
        store.append("k", said("one", "two"))
        equal(store.read("k", limit=0), [])

    @case("read.limit-below-zero")
    def test_read_limit_below_zero(self, store: Subject) -> None:
        """A limit below 0 is a ValueError, for an unknown key too."""
        store.append("k", said("one", "two"))
        store.refuses(ValueError, "read", "k", limit=-1)
        store.refuses(ValueError, "read", "nobody", limit=-(2**70))

    @case("read.limit-huge")
    def test_read_limit_huge(self, store: Subject) -> None:
        """A limit beyond the list, or beyond any machine integer, means all."""
        entries = numbered(3)
        store.append("k", entries)
        for limit in (4, 10**9, 2**31, 2**63, 2**64, 10**30):
            equal(store.read("k", limit=limit), entries)

    @case("read.limit-none")
    def test_read_limit_none(self, store: Subject) -> None:
        """A limit of None means all, as leaving it out does."""
        entries = numbered(150)
        store.append("k", entries)
        equal(store.read("k", limit=None), entries)
        equal(store.read("k"), entries)
