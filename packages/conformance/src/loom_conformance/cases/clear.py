"""What ``clear`` promises: an empty list."""

from loom_conformance.entries import numbered, said
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial


class ClearCases:
    """Nothing is left, and the key can be used again."""

    @case("clear.empties-the-list")
    def test_clear_empties_the_list(self, store: Subject) -> None:
        """After clear, the list is empty."""
        store.append("k", said("one", "two"))
        store.append("k", said("three"))
        store.clear("k")
        equal(store.read("k"), [])

    @case("clear.unknown-key")
    def test_clear_unknown_key(self, store: Subject) -> None:
        """Clearing a key that nobody wrote to is no error."""
        store.clear("nobody")
        equal(store.read("nobody"), [])

    @case("clear.twice")
    def test_clear_twice(self, store: Subject) -> None:
        """Clearing an empty list again is no error."""
        store.append("k", said("one"))
        store.clear("k")
        store.clear("k")
        equal(store.read("k"), [])

    @case("clear.then-append")
    def test_clear_then_append(self, store: Subject) -> None:
        """A cleared key starts anew: only what is appended afterwards is there."""
        store.append("k", said("old", "older"))
        store.clear("k")
        entries = said("new", "newer")
        store.append("k", entries)
        equal(store.read("k"), entries)
        equal(store.read("k", limit=1), entries[-1:])

    @case("clear.long-list")
    def test_clear_long_list(self, trial: Trial) -> None:
        """Clear empties a list of any length, not one page of it."""
        entries = numbered(trial.by_tier(quick=1_100, full=2_500, soak=11_000))
        trial.store.append("k", entries)
        trial.store.clear("k")
        equal(trial.store.read("k"), [])
