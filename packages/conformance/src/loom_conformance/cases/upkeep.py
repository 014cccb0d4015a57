"""What ``search`` promises after a change: what is gone cannot be found, what stayed can."""

from loom_memory_core import ConflictError, InvalidEntryError, MemoryEntry

from loom_conformance.cases.append import unstorable
from loom_conformance.entries import found, said
from loom_conformance.expect import holds
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

OLD = "the old password is swordfish"
NEW = "lunch waits at noon behind our garden"


def is_gone(store: Subject, text: str = OLD, key: str = "k") -> None:
    """No hit of ``text``, its own query, holds it."""
    hits = found(store.search(key, text, limit=100))
    left = [entry for entry in hits if entry.content == text]
    holds(not left, expected=f"no hit with {text!r}", got=hits)


def is_there(store: Subject, text: str = NEW, times: int = 1) -> None:
    """``text`` is found as its own query, ``times`` times."""
    hits = found(store.search("k", text, limit=100))
    there = [entry for entry in hits if entry.content == text]
    holds(len(there) == times, expected=f"{times} hits with {text!r}", got=hits)


class UpkeepCases:
    """The index after clear, replace and remove."""

    @case("upkeep.cleared", needs="search")
    def test_upkeep_cleared(self, store: Subject) -> None:
        """What was cleared cannot be found."""
        store.append("k", said(OLD, NEW))
        store.clear("k")
        is_gone(store)
        is_gone(store, NEW)

    @case("upkeep.cleared-and-used-again", needs="search")
    def test_upkeep_cleared_and_used_again(self, store: Subject) -> None:
        """A key that is used again after clear has no memory of what it held."""
        store.append("k", said(OLD, OLD))
        store.clear("k")
        store.append("k", said(NEW))
        is_gone(store)
        is_there(store)

    @case("upkeep.cleared-elsewhere", needs="search")
    def test_upkeep_cleared_elsewhere(self, store: Subject) -> None:
        """Clearing one key leaves what others hold findable."""
        for key in ("k", "k2", "K", "k/x"):
            store.append(key, said(NEW))
        for key in ("k2", "K", "k/x"):
            store.clear(key)
        is_there(store)

    @case("upkeep.replaced", needs="search+replace")
    def test_upkeep_replaced(self, store: Subject) -> None:
        """What was replaced away cannot be found, and what came can."""
        store.append("k", said(OLD))
        store.replace("k", said(NEW))
        is_gone(store)
        is_there(store)

    @case("upkeep.replaced-under-one-id", needs="search+replace")
    def test_upkeep_replaced_under_one_id(self, store: Subject) -> None:
        """An entry rewritten under its id is found by its new text and not by its old."""
        store.append("k", [MemoryEntry(content=OLD, id="one")])
        store.replace("k", [MemoryEntry(content=NEW, id="one")])
        is_gone(store)
        is_there(store)

    @case("upkeep.replaced-by-nothing-to-search", needs="search+replace")
    def test_upkeep_replaced_by_nothing_to_search(self, store: Subject) -> None:
        """An entry rewritten into one without text is not found by its old text."""
        store.append("k", [MemoryEntry(content=OLD, id="one")])
        store.replace("k", [MemoryEntry(content={}, id="one")])
        holds(store.search("k", OLD) == [], expected="no hits", got=found(store.search("k", OLD)))

    @case("upkeep.kept-by-replace", needs="search+replace")
    def test_upkeep_kept_by_replace(self, store: Subject) -> None:
        """Entries that replace keeps or moves stay findable, each once."""
        kept = said(NEW)
        store.append("k", [*said("first"), *kept, *said("last")])
        for entries in (kept, [*said("before"), *kept], [*kept, *said("after")], [*kept, *kept]):
            store.replace("k", entries)
            is_there(store, times=entries.count(kept[0]))

    @case("upkeep.removed", needs="search+remove")
    def test_upkeep_removed(self, store: Subject) -> None:
        """What was removed cannot be found, and what stayed can."""
        store.append("k", [MemoryEntry(content=OLD, id="one"), MemoryEntry(content=NEW, id="two")])
        store.remove("k", ["one"])
        is_gone(store)
        is_there(store)

    @case("upkeep.one-of-two-equals-removed", needs="search+remove")
    def test_upkeep_one_of_two_equals_removed(self, store: Subject) -> None:
        """Removing one of two entries with the same text leaves the other findable, once."""
        store.append("k", [MemoryEntry(content=NEW, id="one"), MemoryEntry(content=NEW, id="two")])
        store.remove("k", ["one"])
        is_there(store, times=1)

    @case("upkeep.refused-append", needs="search")
    def test_upkeep_refused_append(self, store: Subject) -> None:
        """Nothing of a refused batch can be found."""
        store.refuses(InvalidEntryError, "append", "k", [*said(OLD), unstorable()])
        store.append("k", said(NEW))
        is_gone(store)
        is_there(store)

    @case("upkeep.refused-replace", needs="search+replace")
    def test_upkeep_refused_replace(self, store: Subject) -> None:
        """After a refused replace the old list is still found, and nothing of the new one."""
        store.append("k", said(NEW))
        store.refuses(InvalidEntryError, "replace", "k", [*said(OLD), unstorable()])
        store.refuses(ConflictError, "replace", "k", said(OLD), expected=["other"])
        is_gone(store)
        is_there(store)

    @case("upkeep.many-rounds", needs="search")
    def test_upkeep_many_rounds(self, trial: Trial) -> None:
        """After many rounds of append and clear, only the last round is found."""
        store = trial.store
        for _ in range(trial.by_tier(quick=20, full=200, soak=2_000)):
            store.append("k", said(OLD, NEW))
            store.clear("k")
        store.append("k", said(NEW))
        is_gone(store)
        is_there(store)

    @case("upkeep.after-reopen", needs="search+reopen")
    def test_upkeep_after_reopen(self, trial: Trial) -> None:
        """What was cleared stays unfindable after the store was opened again."""
        trial.store.append("k", said(OLD))
        trial.store.clear("k")
        store = trial.reopen()
        is_gone(store)
        store.append("k", said(NEW))
        is_gone(store)
        is_there(trial.reopen())

    @case("upkeep.replaced-after-reopen", needs="search+replace+reopen")
    def test_upkeep_replaced_after_reopen(self, trial: Trial) -> None:
        """What was replaced away stays unfindable after the store was opened again."""
        trial.store.append("k", said(OLD))
        trial.store.replace("k", said(NEW))
        store = trial.reopen()
        is_gone(store)
        is_there(store)

    @case("upkeep.removed-after-reopen", needs="search+remove+reopen")
    def test_upkeep_removed_after_reopen(self, trial: Trial) -> None:
        """What was removed stays unfindable after the store was opened again."""
        entries = [MemoryEntry(content=OLD, id="one"), MemoryEntry(content=NEW, id="two")]
        trial.store.append("k", entries)
        trial.store.remove("k", ["one"])
        store = trial.reopen()
        is_gone(store)
        is_there(store)
