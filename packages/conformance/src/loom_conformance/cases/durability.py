"""What a durable store promises: what it has acknowledged is there when it is opened again."""

from loom_conformance.entries import found, ids, named, numbered, said
from loom_conformance.expect import equal, holds
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.promise import case
from loom_conformance.trial import Trial


class ReopenCases:
    """Closed and opened again, or opened twice."""

    @case("reopen.entries", needs="reopen")
    def test_reopen_entries(self, trial: Trial) -> None:
        """Entries are still there, in order, when the store is opened again."""
        entries = said(*HARD_STRINGS.values(), None, {"a": [2**70, -0.0]})
        trial.store.append("k", entries[:40])
        trial.store.append("k", entries[40:])
        equal(trial.reopen().read("k"), entries)

    @case("reopen.order-of-appends", needs="reopen")
    def test_reopen_order_of_appends(self, trial: Trial) -> None:
        """What is appended after opening again stands after what was there."""
        for part in ("ab", "cd", "ef"):
            trial.reopen().append("k", named(part))
        store = trial.reopen()
        equal([ids(store.read("k")), ids(store.read("k", limit=3))], [list("abcdef"), list("def")])

    @case("reopen.keys-stay-apart", needs="reopen")
    def test_reopen_keys_stay_apart(self, trial: Trial) -> None:
        """Each key holds its own list when the store is opened again."""
        keys = ("a", "A", "a/b", "a%", "é", "e\u0301", "'; --")
        for key in keys:
            trial.store.append(key, said(key))
        store = trial.reopen()
        for key in keys:
            equal([entry.content for entry in store.read(key)], [key])

    @case("reopen.clear", needs="reopen")
    def test_reopen_clear(self, trial: Trial) -> None:
        """What was cleared stays cleared, and what was written afterwards is there."""
        for key in ("gone", "anew"):
            trial.store.append(key, named("ab"))
            trial.store.clear(key)
        trial.store.append("anew", named("c"))
        store = trial.reopen()
        equal([store.read("gone"), store.read("anew")], [[], named("c")])

    @case("reopen.replace", needs="replace+reopen")
    def test_reopen_replace(self, trial: Trial) -> None:
        """A replaced list is the new one when the store is opened again."""
        trial.store.append("k", named("abc"))
        trial.store.replace("k", named("xbz"))
        equal(trial.reopen().read("k"), named("xbz"))

    @case("reopen.remove", needs="remove+reopen")
    def test_reopen_remove(self, trial: Trial) -> None:
        """Removed entries stay removed when the store is opened again."""
        trial.store.append("k", named("abc"))
        trial.store.remove("k", ["b"])
        equal(trial.reopen().read("k"), named("ac"))

    @case("reopen.search", needs="search+reopen")
    def test_reopen_search(self, trial: Trial) -> None:
        """What was found before is found when the store is opened again."""
        entries = said("restart the primary database", "water the plants")
        trial.store.append("k", entries)
        store = trial.reopen()
        for entry in entries:
            hits = found(store.search("k", str(entry.content)))
            holds(entry in hits, expected=f"a hit with {entry.content!r}", got=hits)

    @case("reopen.keys", needs="keys+reopen")
    def test_reopen_keys(self, trial: Trial) -> None:
        """The keys are the same when the store is opened again."""
        for key in ("b", "a", "gone"):
            trial.store.append(key, named("a"))
        trial.store.clear("gone")
        equal(list(trial.reopen().keys()), ["a", "b"])

    @case("reopen.get", needs="get+reopen")
    def test_reopen_get(self, trial: Trial) -> None:
        """Entries are found by id when the store is opened again."""
        trial.store.append("k", named("abc"))
        equal(trial.reopen().get("k", ["c", "a"]), named("ac"))

    @case("reopen.long-list", needs="reopen")
    def test_reopen_long_list(self, trial: Trial) -> None:
        """A long list is whole when the store is opened again."""
        entries = numbered(trial.by_tier(quick=1_200, full=5_000, soak=40_000))
        trial.store.append("k", entries)
        equal(trial.reopen().read("k"), entries)

    @case("reopen.without-close", needs="reopen")
    def test_reopen_without_close(self, trial: Trial) -> None:
        """What append has acknowledged is there for a second handle, before any close."""
        trial.store.append("k", named("ab"))
        equal(trial.open().read("k"), named("ab"))

    @case("reopen.two-handles", needs="reopen")
    def test_reopen_two_handles(self, trial: Trial) -> None:
        """Two handles on one store write to one list, and each sees the other at once."""
        first, second = trial.store, trial.open()
        for at in range(6):
            writer, reader = (first, second) if at % 2 else (second, first)
            writer.append("k", named([str(at)]))
            equal(ids(reader.read("k")), [str(each) for each in range(at + 1)])
        first.clear("k")
        equal(second.read("k"), [])

    @case("reopen.two-handles-search", needs="search+reopen")
    def test_reopen_two_handles_search(self, trial: Trial) -> None:
        """One handle finds at once what another wrote, and no longer what it cleared."""
        first, second = trial.store, trial.open()
        entries = said("restart the primary database")
        second.search("k", "restart the primary database")
        first.append("k", entries)
        equal(found(second.search("k", "restart the primary database")), entries)
        second.clear("k")
        equal(first.search("k", "restart the primary database"), [])
