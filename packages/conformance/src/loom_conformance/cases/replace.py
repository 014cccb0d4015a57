"""What ``replace`` promises: the whole list, in one step, or not at all."""

from datetime import UTC, datetime

from loom_memory_core import ConflictError, InvalidEntryError, MemoryEntry

from loom_conformance.cases.append import unstorable
from loom_conformance.entries import ids, named, numbered, said
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject


class ReplaceCases:
    """The list afterwards is the one that was given."""

    @case("replace.the-whole-list", needs="replace")
    def test_replace_the_whole_list(self, store: Subject) -> None:
        """After replace, the list is exactly the new one."""
        store.append("k", said("old", "older", "oldest"))
        entries = said("new", "newer")
        store.replace("k", entries)
        equal(store.read("k"), entries)

    @case("replace.unknown-key", needs="replace")
    def test_replace_unknown_key(self, store: Subject) -> None:
        """Replacing the list of a key that nobody wrote to makes it."""
        entries = said("new", "newer")
        store.replace("k", entries)
        equal(store.read("k"), entries)

    @case("replace.with-nothing", needs="replace")
    def test_replace_with_nothing(self, store: Subject) -> None:
        """Replacing a list by no entries empties it, and an empty one stays empty."""
        store.append("k", said("old", "older"))
        store.replace("k", [])
        store.replace("nobody", [])
        equal([store.read("k"), store.read("nobody")], [[], []])

    @case("replace.every-difference", needs="replace")
    def test_replace_every_difference(self, store: Subject) -> None:
        """Front, middle and end may come, go, move and repeat: the list is the one given."""
        letters = {each.id: each for each in named("abcdef")}
        for word in ("abc", "xabc", "ac", "abcd", "cba", "aabbcc", "b", "fedcba", "abab", "ba", ""):
            entries = [letters.get(letter) or named(letter)[0] for letter in word]
            store.replace("k", entries)
            equal(store.read("k"), entries)

    @case("replace.keeps-equal-entries", needs="replace")
    def test_replace_keeps_equal_entries(self, store: Subject) -> None:
        """Equal entries in the new list are all kept."""
        entry = MemoryEntry(content="same", id="one")
        store.replace("k", [entry, entry, entry])
        equal(store.read("k"), [entry, entry, entry])

    @case("replace.changes-content-under-one-id", needs="replace")
    def test_replace_changes_content_under_one_id(self, store: Subject) -> None:
        """An entry with an id that was there before is stored with its new content."""
        store.append("k", [MemoryEntry(content="draft", id="one")])
        final = [MemoryEntry(content="final", id="one", role="editor")]
        store.replace("k", final)
        equal(store.read("k"), final)

    @case("replace.keeps-times-and-ids", needs="replace")
    def test_replace_keeps_times_and_ids(self, store: Subject) -> None:
        """Entries that are written back keep their timestamps and ids."""
        times = [datetime(2020, 1, day, tzinfo=UTC) for day in (3, 1, 2)]
        store.append("k", [MemoryEntry(content=n, timestamp=time) for n, time in enumerate(times)])
        before = store.read("k")
        store.replace("k", [*before[1:], *said("new")])
        equal(store.read("k")[:2], before[1:])

    @case("replace.then-append", needs="replace")
    def test_replace_then_append(self, store: Subject) -> None:
        """What is appended after replace stands after the new list."""
        store.append("k", said("old"))
        first, second = said("new"), said("newest")
        store.replace("k", first)
        store.append("k", second)
        equal(store.read("k"), first + second)

    @case("replace.limits-afterwards", needs="replace")
    def test_replace_limits_afterwards(self, store: Subject) -> None:
        """The newest entries are those at the end of the new list, in whatever order they came."""
        entries = numbered(5)
        store.append("k", entries)
        store.replace("k", entries[::-1])
        equal(store.read("k", limit=2), entries[::-1][-2:])

    @case("replace.only-this-key", needs="replace")
    def test_replace_only_this_key(self, store: Subject) -> None:
        """Replacing one list leaves every other as it was."""
        entries = said("kept")
        for key in ("a/b", "ab", "A"):
            store.append(key, entries)
        store.replace("a", said("new"))
        store.replace("a", [])
        equal([store.read(key) for key in ("a/b", "ab", "A")], [entries] * 3)

    @case("replace.all-or-none", needs="replace")
    def test_replace_all_or_none(self, store: Subject) -> None:
        """When one entry of the new list cannot be stored, the old list stays."""
        old = said("one", "two", "three")
        store.append("k", old)
        store.refuses(InvalidEntryError, "replace", "k", [*said("new"), unstorable()])
        equal(store.read("k"), old)

    @case("replace.long-list", needs="replace")
    def test_replace_long_list(self, store: Subject) -> None:
        """A list of a thousand entries is replaced by another, and by a longer one."""
        store.append("k", numbered(1_000))
        for entries in (numbered(1_000, start=500), numbered(1_200, start=400)):
            store.replace("k", entries)
            equal(store.read("k"), entries)


class ExpectedCases:
    """``expected``: replace only what the caller has read."""

    @case("replace.expected-list", needs="replace")
    def test_replace_expected_list(self, store: Subject) -> None:
        """With the ids of the stored list as expected, the list is replaced."""
        store.append("k", named("abc"))
        store.replace("k", named("x"), expected=["a", "b", "c"])
        equal(store.read("k"), named("x"))

    @case("replace.unexpected-list", needs="replace")
    def test_replace_unexpected_list(self, store: Subject) -> None:
        """With any other ids as expected, ConflictError is raised and nothing is written."""
        store.append("k", named("abc"))
        for other in (["a", "b"], ["a", "b", "c", "d"], ["a", "b", "x"], ["A", "b", "c"], []):
            store.refuses(ConflictError, "replace", "k", named("x"), expected=other)
            equal(store.read("k"), named("abc"))

    @case("replace.expected-order", needs="replace")
    def test_replace_expected_order(self, store: Subject) -> None:
        """The order of the expected ids counts."""
        store.append("k", named("abc"))
        store.refuses(ConflictError, "replace", "k", named("x"), expected=["a", "c", "b"])
        equal(store.read("k"), named("abc"))

    @case("replace.expected-repeats", needs="replace")
    def test_replace_expected_repeats(self, store: Subject) -> None:
        """Repeats among the expected ids count."""
        store.append("k", named("aab"))
        for other in (["a", "b"], ["a", "b", "b"], ["a", "a", "a", "b"]):
            store.refuses(ConflictError, "replace", "k", named("x"), expected=other)
        store.replace("k", named("x"), expected=["a", "a", "b"])
        equal(store.read("k"), named("x"))

    @case("replace.expected-empty", needs="replace")
    def test_replace_expected_empty(self, store: Subject) -> None:
        """No expected ids means that the list must be empty; it does not mean any list."""
        store.replace("k", named("a"), expected=[])
        store.refuses(ConflictError, "replace", "k", named("b"), expected=[])
        equal(store.read("k"), named("a"))

    @case("replace.expected-on-an-unknown-key", needs="replace")
    def test_replace_expected_on_an_unknown_key(self, store: Subject) -> None:
        """Expecting entries under a key that nobody wrote to is a conflict."""
        store.refuses(ConflictError, "replace", "nobody", named("x"), expected=["a"])
        equal(store.read("nobody"), [])

    @case("replace.conflict-with-nothing", needs="replace")
    def test_replace_conflict_with_nothing(self, store: Subject) -> None:
        """A conflict is found too where the new list is empty or the same."""
        store.append("k", named("ab"))
        store.refuses(ConflictError, "replace", "k", [], expected=["a"])
        store.refuses(ConflictError, "replace", "k", named("ab"), expected=["b", "a"])
        equal(ids(store.read("k")), ["a", "b"])
