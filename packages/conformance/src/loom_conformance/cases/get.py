"""What ``get`` promises: the rows with these ids, in append order."""

from typing import Final

from loom_memory_core import MemoryEntry

from loom_conformance.entries import ids, named, numbered
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

IMPOSSIBLE_IDS: Final = ("", "\0", "a\0", "\ud83d", "x" * 300)
LOOKALIKE_IDS: Final = (
    "a",
    "A",
    "a ",
    " a",
    "%",
    "_",
    "a%",
    "*",
    "'",
    "''",
    '"',
    "a,b",
    "é",
    "e\u0301",
)


class GetCases:
    """Which rows come, and in which order."""

    @case("get.by-id", needs="get")
    def test_get_by_id(self, store: Subject) -> None:
        """The entries with the ids come back whole."""
        entries = [*named("ab"), MemoryEntry(content={"x": None}, role="r", meta={}, id="c")]
        store.append("k", entries)
        equal(store.get("k", ["c"]), entries[2:])

    @case("get.append-order", needs="get")
    def test_get_append_order(self, store: Subject) -> None:
        """They come in append order, whatever the order of the ids."""
        store.append("k", named("edcba"))
        equal(ids(store.get("k", ["a", "b", "d", "e"])), ["e", "d", "b", "a"])

    @case("get.every-row-of-an-id", needs="get")
    def test_get_every_row_of_an_id(self, store: Subject) -> None:
        """Every row that has the id comes, each once, though the id is given twice."""
        entries = [MemoryEntry(content=at, id="ab"[at % 2]) for at in range(5)]
        store.append("k", entries[:3])
        store.append("k", entries[3:])
        equal(store.get("k", ["a", "a"]), entries[::2])

    @case("get.unknown-ids", needs="get")
    def test_get_unknown_ids(self, store: Subject) -> None:
        """Ids that no row has give nothing and are no error."""
        store.append("k", named("ab"))
        equal(store.get("k", ["x", "b", "y"]), named("b"))
        equal(store.get("nobody", ["a"]), [])

    @case("get.no-ids", needs="get")
    def test_get_no_ids(self, store: Subject) -> None:
        """No ids give nothing: they do not mean all."""
        store.append("k", named("ab"))
        equal([store.get("k", []), store.get("k", frozenset())], [[], []])

    @case("get.impossible-ids", needs="get")
    def test_get_impossible_ids(self, store: Subject) -> None:
        """Ids that no entry can have give nothing and are no error."""
        store.append("k", named("ab"))
        equal(store.get("k", IMPOSSIBLE_IDS), [])

    @case("get.exact-ids", needs="get")
    def test_get_exact_ids(self, store: Subject) -> None:
        """Ids are compared exactly: wildcards, case and white space are ordinary."""
        store.append("k", named(LOOKALIKE_IDS))
        for each in LOOKALIKE_IDS:
            equal(ids(store.get("k", [each])), [each])

    @case("get.any-collection", needs="get")
    def test_get_any_collection(self, store: Subject) -> None:
        """Ids may come as any collection: a set, a tuple, the keys of a dict."""
        store.append("k", named("abc"))
        for given in ({"a", "c"}, frozenset("ac"), ("c", "a"), {"c": 1, "a": 2}.keys()):
            equal(store.get("k", given), named("ac"))

    @case("get.only-this-key", needs="get")
    def test_get_only_this_key(self, store: Subject) -> None:
        """Entries with the same id under other keys do not come."""
        for key in ("a", "a/b", "ab", "A"):
            store.append(key, [MemoryEntry(content=key, id="one")])
        equal(store.get("a", ["one"]), [MemoryEntry(content="a", id="one")])

    @case("get.after-replace", needs="get+replace")
    def test_get_after_replace(self, store: Subject) -> None:
        """After replace, ids of the old list give nothing and those of the new one do."""
        store.append("k", named("ab"))
        store.replace("k", named("cb"))
        equal([store.get("k", ["a"]), store.get("k", ["b", "c"])], [[], named("cb")])

    @case("get.after-clear", needs="get")
    def test_get_after_clear(self, store: Subject) -> None:
        """After clear, no id gives anything, and a new entry with an old id comes once."""
        store.append("k", named("ab"))
        store.clear("k")
        equal(store.get("k", ["a", "b"]), [])
        store.append("k", named("a"))
        equal(store.get("k", ["a", "b"]), named("a"))

    @case("get.after-remove", needs="get+remove")
    def test_get_after_remove(self, store: Subject) -> None:
        """After remove, the ids that went give nothing."""
        store.append("k", named("abc"))
        store.remove("k", ["b"])
        equal(store.get("k", ["c", "b", "a"]), named("ac"))

    @case("get.many-ids", needs="get")
    def test_get_many_ids(self, trial: Trial) -> None:
        """Thousands of ids are answered in one call."""
        count = trial.by_tier(quick=1_200, full=5_000, soak=40_000)
        entries = numbered(count)
        trial.store.append("k", entries)
        wanted = [str(at) for at in range(2 * count) if at % 10]
        equal(trial.store.get("k", wanted), [each for each in entries if int(each.id) % 10])
