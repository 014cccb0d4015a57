"""What a store promises to threads: nothing is lost, repeated or interleaved."""

from collections.abc import Callable, Sequence
from functools import partial

from loom_memory_core import MemoryEntry

from loom_conformance.entries import ids, named, said
from loom_conformance.expect import equal, holds
from loom_conformance.promise import case
from loom_conformance.rewriting import append_by_replacing
from loom_conformance.subject import Subject
from loom_conformance.threads import at_once
from loom_conformance.trial import Trial

APPENDING = """
store = open_store()
def writer(name):
    for at in range(50):
        store.append("k", [MemoryEntry(content=f"{name} {at} {part}") for part in "ab"])
threads = [Thread(target=writer, args=(name,)) for name in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(store.read("k")))  # must be 800, every pair side by side
"""


def pairs(writer: str, count: int) -> list[Sequence[MemoryEntry]]:
    """``count`` batches of two entries, named after their writer and their place."""
    return [named([f"{writer}-{at}-a", f"{writer}-{at}-b"]) for at in range(count)]


def writing(
    store: Subject, key: str, batches: Sequence[Sequence[MemoryEntry]]
) -> Callable[[], None]:
    """A job that appends the batches one after another."""

    def write() -> None:
        for batch in batches:
            store.append(key, batch)

    return write


def whole(names: Sequence[str], wanted: dict[str, int]) -> None:
    """Every pair is there, once, side by side, and each writer's pairs are in order."""
    firsts, seconds = [name[:-2] for name in names[::2]], [name[:-2] for name in names[1::2]]
    equal(firsts, seconds)
    for writer, count in wanted.items():
        own = [name for name in firsts if name.rpartition("-")[0] == writer]
        equal(own, [f"{writer}-{at}" for at in range(count)])
    equal(len(firsts), sum(wanted.values()))


class ThreadCases:
    """Many threads on one open store."""

    @case("threads.append", reproduce=APPENDING)
    def test_threads_append(self, trial: Trial) -> None:
        """Threads that append at once lose nothing, repeat nothing and part no batch."""
        count = trial.by_tier(quick=6, full=50, soak=500)
        store, writers = trial.store, [f"w{number}" for number in range(8)]
        at_once([writing(store, "k", pairs(writer, count)) for writer in writers])
        whole(ids(store.read("k")), dict.fromkeys(writers, count))

    @case("threads.append-to-many-keys", reproduce=APPENDING)
    def test_threads_append_to_many_keys(self, trial: Trial) -> None:
        """Threads that append to keys of their own do not disturb each other."""
        count = trial.by_tier(quick=4, full=30, soak=300)
        store, writers = trial.store, [f"w{number}" for number in range(8)]
        at_once([writing(store, writer, pairs(writer, count)) for writer in writers])
        for writer in writers:
            whole(ids(store.read(writer)), {writer: count})

    @case("threads.read-while-appending", reproduce=APPENDING)
    def test_threads_read_while_appending(self, trial: Trial) -> None:
        """A reader sees whole batches, and what it has seen stays."""
        count = trial.by_tier(quick=20, full=100, soak=1_000)
        store = trial.store
        wanted = [entry.id for batch in pairs("w", count) for entry in batch]

        seen: list[int] = [0]

        def look() -> None:
            got = ids(store.read("k"))
            equal(got, wanted[: len(got)])
            holds(len(got) >= max(seen) and len(got) % 2 == 0, expected="whole batches", got=got)
            seen.append(len(got))

        at_once([writing(store, "k", pairs("w", count))], meanwhile=[look])
        equal(ids(store.read("k")), wanted)

    @case("threads.search-while-appending", needs="search", reproduce=APPENDING)
    def test_threads_search_while_appending(self, trial: Trial) -> None:
        """Searching while others write raises nothing, and finds it all in the end."""
        count = trial.by_tier(quick=15, full=50, soak=500)
        store, batches = trial.store, [said("kiwi", "kiwi")] * count

        seen: list[int] = [0]

        def look() -> None:
            hits = len(store.search("k", "kiwi", limit=10_000))
            holds(hits >= max(seen), expected=f"at least {max(seen)} hits", got=str(hits))
            seen.append(hits)

        at_once([writing(store, "k", batches)], meanwhile=[look])
        equal(len(store.search("k", "kiwi", limit=10_000)), 2 * count)

    @case("threads.clear-while-appending", reproduce=APPENDING)
    def test_threads_clear_while_appending(self, trial: Trial) -> None:
        """Clearing while others append leaves whole batches, in order."""
        count = trial.by_tier(quick=15, full=50, soak=500)
        store = trial.store
        clears = [partial(store.clear, "k")] * 2
        at_once([writing(store, "k", pairs("w", count)), *clears])
        left = ids(store.read("k"))
        every = [entry.id for batch in pairs("w", count) for entry in batch]
        equal(left, every[len(every) - len(left) :])
        equal(len(left) % 2, 0)

    @case("threads.read-while-replacing", needs="replace", reproduce=APPENDING)
    def test_threads_read_while_replacing(self, trial: Trial) -> None:
        """A reader sees the old list or the new one, never a mixture and never none."""
        store, rounds = trial.store, trial.by_tier(quick=15, full=100, soak=1_000)
        lists = [
            named([f"{letter}{at}" for at in range(size)])
            for letter, size in (("a", 20), ("b", 30))
        ]
        allowed = [ids(entries) for entries in lists]
        store.replace("k", lists[0])

        def rewrite() -> None:
            for at in range(rounds):
                store.replace("k", lists[at % 2])

        def look() -> None:
            got = ids(store.read("k"))
            holds(got in allowed, expected="the old list or the new one", got=got)

        at_once([rewrite], meanwhile=[look, look])

    @case("threads.replace-what-was-read", needs="replace", reproduce=APPENDING)
    def test_threads_replace_what_was_read(self, trial: Trial) -> None:
        """Threads that replace only what they have read lose none of each other's entries."""
        store, rounds = trial.store, trial.by_tier(quick=5, full=20, soak=100)

        def add(writer: str) -> None:
            for at in range(rounds):
                append_by_replacing(store, "k", named([f"{writer}-{at}"]))

        writers = [f"w{number}" for number in range(4)]
        at_once([partial(add, writer) for writer in writers])
        wanted = sorted(f"{writer}-{at}" for writer in writers for at in range(rounds))
        equal(sorted(ids(store.read("k"))), wanted)

    @case("threads.remove-once", needs="remove", reproduce=APPENDING)
    def test_threads_remove_once(self, store: Subject) -> None:
        """Threads that remove the same rows at once count each row once."""
        store.append("k", named(map(str, range(15))))
        counted: list[int] = []

        def take() -> None:
            counted.extend(store.remove("k", [str(at)]) for at in range(15))

        at_once([take] * 4)
        equal([sum(counted), store.read("k")], [15, []])
