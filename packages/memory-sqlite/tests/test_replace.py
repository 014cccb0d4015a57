"""``replace`` touches only the rows that change, and ends with the list it was given."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions
from loom_memory_sqlite.difference import difference

Letters = st.lists(st.sampled_from("abcdefgh"), max_size=12)
POOL = {letter: MemoryEntry(content=f"word {letter}", id=letter) for letter in "abcdefgh"}


def applied(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """The slots that the new list gets, after checking that each step is allowed."""
    kept, come = difference(old, new)
    slots = {at: len(old) + at if slot is None else slot for at, slot in come}
    stay = [at for at in range(len(new)) if at not in slots]
    assert [old[at] for at in kept] == [new[at] for at in stay]
    slots.update(zip(stay, kept, strict=True))
    return [slots[at] for at in range(len(new))]


@given(Letters, Letters)
def test_slots_rise_and_are_used_once(old: list[str], new: list[str]) -> None:
    slots = applied(old, new)
    assert slots == sorted(set(slots))


@given(Letters, st.integers(0, 4), Letters)
def test_what_is_evicted_in_front_leaves_the_rest(
    old: list[str], evicted: int, new: list[str]
) -> None:
    numbered = [f"{letter}{at}" for at, letter in enumerate(old)]
    kept, _ = difference(numbered, [*numbered[evicted:], *new])
    assert len(kept) == len(numbered[evicted:])


@pytest.mark.parametrize(
    ("new", "kept"),
    [
        ([*range(10, 1000), *"new"], 990),
        (["summary", *range(10, 1000)], 990),
        ([*range(500), "edited", *range(501, 1000)], 999),
        ([*range(0, 1000, 2)], 500),
        ([*range(1000)], 1000),
    ],
)
def test_small_changes_keep_nearly_everything(new: list[int | str], kept: int) -> None:
    assert len(difference(list[int | str](range(1000)), new).kept) == kept


def test_equal_entries_do_not_make_it_slow() -> None:
    kept, come = difference(["same"] * 40_000, ["same"] * 39_000 + ["other"])
    assert (len(kept), come) == (39_000, [(39_000, None)])


@settings(max_examples=30)
@given(st.lists(Letters, min_size=1, max_size=5))
def test_any_list_may_follow_any_other(lists: list[list[str]]) -> None:
    with TemporaryDirectory() as folder:
        url = StoreUrl.parse(f"sqlite:///{Path(folder)}/memory.db")
        store = SqliteMemoryStore(SqliteOptions(url=url))
        for letters in lists:
            store.replace("k", [POOL[letter] for letter in letters])
            assert [entry.id for entry in store.read("k")] == letters
            for letter in "abcdefgh":
                hits = store.search("k", letter, limit=20)
                assert len(hits) == letters.count(letter)
        assert store.inspect(check=True).problems == ()
        store.close()


def seqs(raw: sqlite3.Connection) -> dict[str, int]:
    rows = raw.execute("SELECT json_extract(entry, '$.id'), seq FROM loom_entries")
    return dict(rows.fetchall())


def test_rows_that_stay_are_not_touched(store: SqliteMemoryStore, raw: sqlite3.Connection) -> None:
    old = [MemoryEntry(content=f"entry {n}", id=str(n)) for n in range(100)]
    store.append("k", old)
    before = seqs(raw)
    new = [*old[10:50], MemoryEntry(content="edited", id="edited"), *old[51:]]
    new += [MemoryEntry(content="late", id="late")]
    store.replace("k", new)
    after = seqs(raw)
    assert {name: after[name] for name in after if name in before} == {
        entry.id: before[entry.id] for entry in new if entry.id in before
    }
    assert after["late"] > max(before.values())
    assert store.read("k") == new


def test_a_list_replaced_while_another_wrote_is_still_the_new_one(
    store: SqliteMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [MemoryEntry(content=f"entry {n}") for n in range(5)]
    store.append("k", old)
    prepare = store._indexes[0].prepare  # noqa: SLF001 - to write between read and write

    def clears_meanwhile(entries: Sequence[MemoryEntry]) -> Sequence[object]:
        monkeypatch.undo()
        store.clear("k")
        return prepare(entries)

    monkeypatch.setattr(store._indexes[0], "prepare", clears_meanwhile)  # noqa: SLF001
    new = [*old[1:], MemoryEntry(content="one more")]
    store.replace("k", new)
    assert store.read("k") == new
    assert len(store.search("k", "entry", limit=20)) == 4
    assert store.inspect(check=True).problems == ()
