"""What a store promises about sizes: large entries, long lists, many keys."""

from loom_memory_core import MemoryEntry

from loom_conformance.entries import DISTINCT, ids, numbered, said, split
from loom_conformance.expect import equal, holds
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

MEGABYTE = 1_000_000
LONG_LIST = """
store = open_store()
entries = [MemoryEntry(content=f"note {at % 1000}", id=str(at)) for at in range(40_000)]
store.append("k", entries)
print(store.read("k") == entries, len(store.read("k", limit=3)))
"""
MANY_WORDS = """
store = open_store()
words = " ".join(f"w{at:x}" for at in range(200_000))
store.append("k", [MemoryEntry(content=f"quartz {words}")])
print(len(store.search("k", "quartz")))  # must be 1
"""


def length(trial: Trial) -> int:
    """How long a long list is in this tier."""
    return trial.by_tier(quick=1_500, full=4_000, soak=40_000)


class SizeCases:
    """Beyond what one page, one packet or one parameter list holds."""

    @case("sizes.large-entry")
    def test_sizes_large_entry(self, store: Subject) -> None:
        """An entry of a megabyte comes back whole."""
        entries = said("lazy dog " * (MEGABYTE // 9), {"a": ["x" * MEGABYTE]})
        store.append("k", entries)
        equal(store.read("k") == entries, True)  # noqa: FBT003

    @case("sizes.incompressible-entry")
    def test_sizes_incompressible_entry(self, store: Subject) -> None:
        """A long text of many different characters comes back whole."""
        text = "".join(chr(0x4E00 + at * 7 % 20_000) for at in range(100_000))
        store.append("k", said(text))
        equal([entry.content == text for entry in store.read("k")], [True])

    @case("sizes.long-word")
    def test_sizes_long_word(self, store: Subject) -> None:
        """A single word of ten thousand letters can be stored."""
        entries = said("x" * 10_000, "y" * 100_000)
        store.append("k", entries)
        equal(store.read("k") == entries, True)  # noqa: FBT003

    @case("sizes.long-word-in-a-query", needs="search")
    def test_sizes_long_word_in_a_query(self, store: Subject) -> None:
        """A single word of ten thousand letters can be searched for."""
        store.append("k", said("x" * 10_000, "kiwi"))
        hits = store.search("k", "x" * 10_000)
        holds(type(hits) is list, expected="a list", got=hits)

    @case("sizes.many-words", reproduce=MANY_WORDS)
    def test_sizes_many_words(self, trial: Trial) -> None:
        """An entry of two hundred thousand distinct words can be stored."""
        entry = MemoryEntry(
            content=many_words(trial.by_tier(quick=20_000, full=200_000, soak=200_000))
        )
        trial.store.append("k", [entry])
        equal(trial.store.read("k") == [entry], True)  # noqa: FBT003

    @case("sizes.many-words-found", needs="search+terms", tier="full", reproduce=MANY_WORDS)
    def test_sizes_many_words_found(self, store: Subject) -> None:
        """The beginning of an entry of two hundred thousand distinct words is found."""
        entry = MemoryEntry(content=f"quartz {many_words(200_000)}", id="one")
        store.append("k", [entry, *said("kiwi")])
        equal([hit.entry.id for hit in store.search("k", "quartz")], ["one"])

    @case("sizes.long-list", reproduce=LONG_LIST)
    def test_sizes_long_list(self, trial: Trial) -> None:
        """A list of tens of thousands of entries, appended at once, comes back whole."""
        entries = numbered(length(trial))
        trial.store.append("k", entries)
        equal(trial.store.read("k"), entries)
        equal(trial.store.read("k", limit=3), entries[-3:])

    @case("sizes.long-list-in-parts", reproduce=LONG_LIST)
    def test_sizes_long_list_in_parts(self, trial: Trial) -> None:
        """A list that grew by many appends comes back whole."""
        entries = numbered(length(trial))
        for part in split(entries, DISTINCT // 5):
            trial.store.append("k", part)
        equal(trial.store.read("k"), entries)

    @case("sizes.long-list-replaced", needs="replace", tier="full", reproduce=LONG_LIST)
    def test_sizes_long_list_replaced(self, trial: Trial) -> None:
        """A long list is replaced by another, by a part of itself, and by nothing."""
        entries = numbered(length(trial))
        trial.store.append("k", entries)
        for change in (entries[::-1], entries[::2], []):
            trial.store.replace("k", change, expected=ids(trial.store.read("k")))
            equal(trial.store.read("k"), change)

    @case("sizes.long-list-searched", needs="search", reproduce=LONG_LIST)
    def test_sizes_long_list_searched(self, trial: Trial) -> None:
        """Every match in a long list is found, however many there are."""
        entries = [
            MemoryEntry(content="kiwi on the table", id=str(at)) for at in range(length(trial))
        ]
        trial.store.append("k", entries)
        hits = trial.store.search("k", "kiwi on the table", limit=10**9)
        equal(sorted(int(hit.entry.id) for hit in hits), list(range(len(entries))))

    @case("sizes.many-keys")
    def test_sizes_many_keys(self, trial: Trial) -> None:
        """Each of many keys holds its own list."""
        count = trial.by_tier(quick=40, full=2_000, soak=10_000)
        for at in range(count):
            trial.store.append(f"key {at}", said(at))
        got = [[entry.content for entry in trial.store.read(f"key {at}")] for at in range(count)]
        equal(got, [[at] for at in range(count)])

    @case("sizes.one-large-batch")
    def test_sizes_one_large_batch(self, trial: Trial) -> None:
        """A batch of several megabytes is one append."""
        count = trial.by_tier(quick=20, full=100, soak=400)
        entries = [MemoryEntry(content=f"{at % 10} " * 50_000, id=str(at)) for at in range(count)]
        trial.store.append("k", entries)
        equal(ids(trial.store.read("k")), ids(entries))


def many_words(count: int) -> str:
    """``count`` distinct words."""
    return " ".join(f"w{at:x}" for at in range(count))
