"""Dropping superseded versions while others put and delete: nothing that counts is lost."""

from contextlib import suppress
from threading import Event, Thread

from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import PutOp
from loom_memory_core import ConflictError, InMemoryStore, MemoryStore
from loom_memory_runtime.adapters.langgraph import LoomStore


def test_writers_lose_nothing_to_a_compaction(searching_store: MemoryStore) -> None:
    over, compacted = Event(), Event()

    def compact() -> None:
        memory = LoomStore(searching_store, "items")
        while not over.is_set():
            with suppress(ConflictError):
                memory.compact()
                compacted.set()

    def write(name: str) -> None:
        memory = LoomStore(searching_store, "items")
        for number in range(40):
            if number == 20:  # writers who never rest may leave it nothing but conflicts
                assert compacted.wait(300)
            memory.put((name,), "same", {"number": number})
            memory.put((name,), str(number), {"number": number})
            memory.delete((name,), str(number - 5))

    compactor = Thread(target=compact)
    writers = [Thread(target=write, args=(name,)) for name in ("a", "b")]
    for thread in (compactor, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    over.set()
    compactor.join()
    found = LoomStore(searching_store, "items").search((), limit=1_000)
    wanted = {(name, str(number)): number for name in "ab" for number in range(35, 40)}
    wanted |= {(name, "same"): 39 for name in "ab"}
    assert {(item.namespace[0], item.key): item.value["number"] for item in found} == wanted
    assert compacted.is_set()


PUTS = st.tuples(st.sampled_from("abc"), st.one_of(st.none(), st.integers(0, 9)))
STEPS = st.lists(st.one_of(st.lists(PUTS, max_size=4), st.just("compact")), max_size=12)


class KeepingStore(InMemoryStore):
    """A store that cannot remove, so that a deletion is a version too."""

    remove = None  # type: ignore[assignment]  # so it is absent


@given(steps=STEPS, removes=st.booleans())
def test_it_is_a_dict_whatever_is_done(steps: list[list[object] | str], removes: bool) -> None:  # noqa: FBT001 - drawn
    memory = LoomStore(InMemoryStore() if removes else KeepingStore(), "items")
    model: dict[str, int] = {}
    for step in steps:
        if step == "compact":
            memory.compact()
            continue
        puts: list[tuple[str, int | None]] = list(step)  # type: ignore[arg-type]  # drawn so
        memory.batch([PutOp(("n",), key, None if n is None else {"n": n}) for key, n in puts])
        for key, number in dict(puts).items():
            model.pop(key, None)
            if number is not None:
                model[key] = number
        assert {item.key: item.value["n"] for item in memory.search(())} == model
        assert {key: memory.get(("n",), key) is not None for key in "abc"} == {
            key: key in model for key in "abc"
        }
