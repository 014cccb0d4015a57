"""What ``keys`` promises: the keys that hold an entry, sorted, as they were at the call."""

from collections.abc import Iterator

from loom_conformance.cases.identity import is_key
from loom_conformance.entries import named, said
from loom_conformance.expect import equal, holds
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

OUT_OF_ORDER = (
    "b",
    "a",
    "B",
    "é",
    "z",
    "10",
    "9",
    "a/b",
    "a b",
    "\U00010000",
    "\ufffd",
    "日本",
    " a",
    "~",
)


class KeyCases:
    """Which keys, in which order, and when."""

    @case("keys.sorted-by-code-point", needs="keys")
    def test_keys_sorted_by_code_point(self, store: Subject) -> None:
        """Keys come sorted by code point: capitals before small letters, no locale."""
        for key in OUT_OF_ORDER:
            store.append(key, said("x"))
        equal(list(store.keys()), sorted(OUT_OF_ORDER))

    @case("keys.each-once", needs="keys")
    def test_keys_each_once(self, store: Subject) -> None:
        """A key comes once, however many entries it holds."""
        for key in ("a", "b", "a", "b", "a"):
            store.append(key, said("x", "y"))
        equal(list(store.keys()), ["a", "b"])

    @case("keys.empty-store", needs="keys")
    def test_keys_empty_store(self, store: Subject) -> None:
        """A new store has no keys."""
        equal(list(store.keys()), [])

    @case("keys.prefix", needs="keys")
    def test_keys_prefix(self, store: Subject) -> None:
        """A prefix takes the keys that begin with it, itself included, and no others."""
        for key in ("team", "team/", "team/a", "team/b", "teams", "tea", "Team/a", "x/team/a"):
            store.append(key, said("x"))
        equal(list(store.keys("team/")), ["team/", "team/a", "team/b"])
        equal(list(store.keys("team")), ["team", "team/", "team/a", "team/b", "teams"])
        equal([list(store.keys("none")), list(store.keys("team/a/"))], [[], []])

    @case("keys.prefix-is-exact", needs="keys")
    def test_keys_prefix_is_exact(self, store: Subject) -> None:
        """Wildcards, case and accents are ordinary characters in a prefix."""
        keys = ("a_b", "aXb", "a%b", "A_b", "a*b", "a[b", "a\\b", "é", "e\u0301", "e")
        for key in keys:
            store.append(key, said("x"))
        for prefix in ("a_", "a%", "a*", "a[", "a\\", "A", "é", "e\u0301", "%", "_", "*"):
            wanted = sorted(key for key in keys if key.startswith(prefix))
            equal(list(store.keys(prefix)), wanted)

    @case("keys.last-code-point-in-a-prefix", needs="keys")
    def test_keys_last_code_point_in_a_prefix(self, store: Subject) -> None:
        """A prefix works where its last character has no successor."""
        keys = ["a\U0010ffff", "a\U0010ffffb", "b", "\U0010ffff\U0010ffff", "a\ud7ff", "a\ud7ffx"]
        for key in keys:
            store.append(key, said("x"))
        equal(list(store.keys("a\U0010ffff")), ["a\U0010ffff", "a\U0010ffffb"])
        equal(list(store.keys("\U0010ffff")), ["\U0010ffff\U0010ffff"])
        equal(list(store.keys("a\ud7ff")), ["a\ud7ff", "a\ud7ffx"])

    @case("keys.impossible-prefix", needs="keys")
    def test_keys_impossible_prefix(self, store: Subject) -> None:
        """A prefix that no key can begin with gives nothing and is no error."""
        store.append("a", said("x"))
        for prefix in ("\0", "a\0", "\ud83d", "a" * 2_000):
            equal(list(store.keys(prefix)), [])

    @case("keys.hard-strings", needs="keys")
    def test_keys_hard_strings(self, store: Subject) -> None:
        """Any text that is a key comes back exactly as it was."""
        names = sorted({text for text in HARD_STRINGS.values() if is_key(text)})[::2]
        for name in names:
            store.append(name, said("x"))
        equal(list(store.keys()), names)

    @case("keys.only-with-entries", needs="keys")
    def test_keys_only_with_entries(self, store: Subject) -> None:
        """A key whose list is empty again is not there any more."""
        for key in ("cleared", "kept"):
            store.append(key, said("x"))
        store.clear("cleared")
        store.append("nothing", [])
        equal(list(store.keys()), ["kept"])

    @case("keys.only-with-entries-after-replace", needs="keys+replace")
    def test_keys_only_with_entries_after_replace(self, store: Subject) -> None:
        """A key whose list was replaced by nothing is not there any more."""
        store.append("emptied", said("x"))
        store.replace("emptied", [])
        store.replace("never", [])
        store.replace("made", said("x"))
        equal(list(store.keys()), ["made"])

    @case("keys.only-with-entries-after-remove", needs="keys+remove")
    def test_keys_only_with_entries_after_remove(self, store: Subject) -> None:
        """A key whose last entry was removed is not there any more."""
        store.append("emptied", named("a"))
        store.append("kept", named("ab"))
        store.remove("emptied", ["a"])
        store.remove("kept", ["a"])
        equal(list(store.keys()), ["kept"])

    @case("keys.reading-creates-nothing", needs="keys")
    def test_keys_reading_creates_nothing(self, store: Subject) -> None:
        """No verb that only asks, and none that has nothing to write, creates a key."""
        store.read("read")
        store.clear("cleared")
        for verb, rest in (("search", ["word"]), ("get", [["id"]]), ("remove", [["id"]])):
            if verb in store.verbs:
                store.call(verb, verb, *rest)
        equal(list(store.keys()), [])

    @case("keys.is-an-iterator", needs="keys")
    def test_keys_is_an_iterator(self, store: Subject) -> None:
        """What comes back is an iterator: it gives each key once and is then at its end."""
        store.append("a", said("x"))
        got = store.keys()
        holds(isinstance(got, Iterator), expected="an iterator", got=type(got).__name__)
        equal([list(got), list(got)], [["a"], []])

    @case("keys.snapshot", needs="keys")
    def test_keys_snapshot(self, trial: Trial) -> None:
        """The keys are those of the moment of the call, whatever is written meanwhile."""
        store = trial.store
        names = [f"k{at:03}" for at in range(trial.by_tier(quick=30, full=300, soak=900))]
        for name in names:
            store.append(name, said("x"))
        walk = store.keys()
        store.append("k0005", said("new"))
        first = next(walk)
        store.append("k015x", said("new"))
        store.clear("k020")
        equal([first, *walk], names)

    @case("keys.writing-while-walking", needs="keys")
    def test_keys_writing_while_walking(self, store: Subject) -> None:
        """Every key can be written to and cleared while the walk is under way."""
        for at in range(10):
            store.append(f"k{at:02}", said("x"))
        walk = store.keys()
        for key in walk:
            store.append(f"copy of {key}", store.read(key))
            store.clear(key)
        equal(len(list(store.keys("copy of k"))), 10)
        equal(list(store.keys("k")), [])

    @case("keys.many", needs="keys")
    def test_keys_many(self, trial: Trial) -> None:
        """Thousands of keys all come, in order."""
        count = trial.by_tier(quick=60, full=3_000, soak=20_000)
        names = sorted(f"key/{at}" for at in range(count))
        for name in names:
            trial.store.append(name, said("x"))
        equal(list(trial.store.keys()), names)
        equal(list(trial.store.keys("key/1")), [name for name in names if name.startswith("key/1")])
