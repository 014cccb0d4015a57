"""What ``inspect`` promises: true counts, and nothing wrong in a healthy store."""

from loom_memory_core import StoreInfo

from loom_conformance.entries import named, said
from loom_conformance.expect import equal, holds
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial


def counts(store: Subject) -> tuple[int, int]:
    """Keys and entries, as the store counts them."""
    info = store.inspect()
    return info.keys, info.entries


class InspectCases:
    """Counts, sizes, and the check."""

    @case("inspect.gives-store-info", needs="inspect")
    def test_inspect_gives_store_info(self, store: Subject) -> None:
        """What comes back is a StoreInfo, of an empty store too."""
        info = store.inspect()
        holds(isinstance(info, StoreInfo), expected="a StoreInfo", got=info)
        equal([info.keys, info.entries, info.problems], [0, 0, ()])

    @case("inspect.counts", needs="inspect")
    def test_inspect_counts(self, store: Subject) -> None:
        """Keys and entries are counted as they are: equal entries each, empty lists not."""
        store.append("a", said("same", "same"))
        store.append("b", named("x"))
        store.append("c", named("x"))
        store.clear("c")
        store.read("d")
        equal(counts(store), (2, 3))

    @case("inspect.counts-after-changes", needs="inspect+replace+remove")
    def test_inspect_counts_after_changes(self, store: Subject) -> None:
        """The counts follow replace and remove."""
        store.append("a", named("abc"))
        store.replace("a", named("xy"))
        store.replace("b", named("abab"))
        store.remove("b", ["a"])
        equal(counts(store), (2, 4))
        store.replace("a", [])
        store.remove("b", ["b"])
        equal(counts(store), (0, 0))

    @case("inspect.bytes", needs="inspect")
    def test_inspect_bytes(self, store: Subject) -> None:
        """The bytes of a store with something in it are more than none."""
        store.append("a", said("x" * 10_000))
        size = store.inspect().bytes
        holds(size > 0, expected="more than 0", got=size)

    @case("inspect.check-finds-nothing", needs="inspect")
    def test_inspect_check_finds_nothing(self, store: Subject) -> None:
        """The check finds no problem in a healthy store, hard strings and all."""
        texts = list(HARD_STRINGS.values())
        for at in range(5):
            store.append(f"k{at}", said(*texts[at::5], {"in": texts[at::5]}))
        equal(store.inspect(check=True).problems, ())

    @case("inspect.check-after-changes", needs="inspect")
    def test_inspect_check_after_changes(self, trial: Trial) -> None:
        """The check finds no problem after many rounds of every writing verb."""
        store = trial.store
        for at in range(trial.by_tier(quick=10, full=100, soak=1_000)):
            store.append("k", [*named("ab"), *said(f"round {at}", None)])
            if "replace" in store.verbs:
                store.replace("k", [*named("ca"), *said("other words", 7)])
            if "remove" in store.verbs:
                store.remove("k", ["a"])
            if at % 3 == 0:
                store.clear("k")
        equal(store.inspect(check=True).problems, ())

    @case("inspect.changes-nothing", needs="inspect")
    def test_inspect_changes_nothing(self, store: Subject) -> None:
        """Inspecting leaves every list as it was."""
        store.append("k", named("ab"))
        store.inspect()
        store.inspect(check=True)
        equal(store.read("k"), named("ab"))
