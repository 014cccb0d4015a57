"""What ``remove`` promises: the rows with these ids go, in one step, and are counted."""

from loom_conformance.cases.get import IMPOSSIBLE_IDS, LOOKALIKE_IDS
from loom_conformance.entries import ids, named, numbered
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial


class RemoveCases:
    """Which rows go, and what is said of them."""

    @case("remove.by-id", needs="remove")
    def test_remove_by_id(self, store: Subject) -> None:
        """The entries with the ids go, and the rest keep their order."""
        store.append("k", named("abcde"))
        store.remove("k", ["d", "b"])
        equal(store.read("k"), named("ace"))

    @case("remove.counts-rows", needs="remove")
    def test_remove_counts_rows(self, store: Subject) -> None:
        """What comes back is how many rows went, not how many ids were given."""
        store.append("k", named("abacada"))
        equal(store.remove("k", ["a", "b", "x"]), 5)
        equal(store.read("k"), named("cd"))

    @case("remove.every-row-of-an-id", needs="remove")
    def test_remove_every_row_of_an_id(self, store: Subject) -> None:
        """Every row that has the id goes, wherever it stands and whatever it holds."""
        entries = named("aba")
        store.append("k", entries)
        store.append("k", [entries[0].model_copy(update={"content": "other"}), *named("c")])
        store.remove("k", ["a"])
        equal(store.read("k"), named("bc"))

    @case("remove.unknown-ids", needs="remove")
    def test_remove_unknown_ids(self, store: Subject) -> None:
        """Ids that no row has remove nothing and are no error."""
        store.append("k", named("ab"))
        equal([store.remove("k", ["x"]), store.remove("nobody", ["a"])], [0, 0])
        equal(store.read("k"), named("ab"))

    @case("remove.no-ids", needs="remove")
    def test_remove_no_ids(self, store: Subject) -> None:
        """No ids remove nothing: they do not mean all."""
        store.append("k", named("ab"))
        equal([store.remove("k", []), store.remove("k", frozenset())], [0, 0])
        equal(store.read("k"), named("ab"))

    @case("remove.impossible-ids", needs="remove")
    def test_remove_impossible_ids(self, store: Subject) -> None:
        """Ids that no entry can have remove nothing and are no error."""
        store.append("k", named("ab"))
        equal(store.remove("k", IMPOSSIBLE_IDS), 0)
        equal(store.read("k"), named("ab"))

    @case("remove.exact-ids", needs="remove")
    def test_remove_exact_ids(self, store: Subject) -> None:
        """Ids are compared exactly: wildcards, case and white space are ordinary."""
        store.append("k", named(LOOKALIKE_IDS))
        for at, each in enumerate(LOOKALIKE_IDS):
            equal(store.remove("k", [each]), 1)
            equal(ids(store.read("k")), list(LOOKALIKE_IDS[at + 1 :]))

    @case("remove.any-collection", needs="remove")
    def test_remove_any_collection(self, store: Subject) -> None:
        """Ids may come as any collection: a set, a tuple, the keys of a dict."""
        store.append("k", named("abcdef"))
        for given in ({"a"}, frozenset("b"), ("c", "c"), {"d": 1}.keys(), ["e"]):
            equal(store.remove("k", given), 1)
        equal(store.read("k"), named("f"))

    @case("remove.only-this-key", needs="remove")
    def test_remove_only_this_key(self, store: Subject) -> None:
        """Entries with the same id under other keys stay."""
        for key in ("a", "a/b", "ab", "A"):
            store.append(key, named("xy"))
        equal(store.remove("a", ["x"]), 1)
        equal([ids(store.read(key)) for key in ("a", "a/b", "ab", "A")], [["y"]] + [["x", "y"]] * 3)

    @case("remove.twice", needs="remove")
    def test_remove_twice(self, store: Subject) -> None:
        """What was removed is gone: removing it again counts nothing."""
        store.append("k", named("ab"))
        equal([store.remove("k", ["a"]), store.remove("k", ["a"])], [1, 0])

    @case("remove.then-append", needs="remove")
    def test_remove_then_append(self, store: Subject) -> None:
        """What is appended after a removal stands at the end, with the same id too."""
        store.append("k", named("abc"))
        store.remove("k", ["c"])
        store.append("k", named("dc"))
        equal(store.read("k"), named("abdc"))
        equal(store.read("k", limit=2), named("dc"))

    @case("remove.many-ids", needs="remove")
    def test_remove_many_ids(self, trial: Trial) -> None:
        """Thousands of ids are removed in one call."""
        count = trial.by_tier(quick=1_200, full=5_000, soak=40_000)
        trial.store.append("k", numbered(count))
        gone = [str(at) for at in range(count) if at % 10]
        equal(trial.store.remove("k", [*gone, *(f"x{at}" for at in range(count))]), len(gone))
        equal(ids(trial.store.read("k")), [str(at) for at in range(0, count, 10)])
