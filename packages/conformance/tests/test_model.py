"""The state machine finds what no case names, and shrinks it to a script that can be read."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from hypothesis import find
from loom_conformance import (
    BrokenPromiseError,
    Claim,
    MemoryStoreContract,
    Status,
    Trial,
    cases_of,
    run_case,
)
from loom_conformance.model import compare
from loom_conformance.strategies import contents, entries, keys, queries, texts
from loom_memory_core import InMemoryStore, MemoryEntry, check_key, tokenize


class ForgetsAfterThree(InMemoryStore):
    """Loses the fourth entry of a list that was cleared before."""

    def __init__(self) -> None:
        super().__init__()
        self._cleared: set[str] = set()

    def clear(self, key: str) -> None:
        super().clear(key)
        self._cleared.add(key)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        room = 3 - len(self.read(key)) if key in self._cleared else 99
        super().append(key, entries[: max(room, 0)])


def compared(store: InMemoryStore) -> Trial:
    trial = Trial(lambda: store, claim=Claim(durable=False))
    with pytest.raises(BrokenPromiseError):
        compare(trial, examples=200, steps=20)
    return trial


def test_what_is_found_is_shrunk_to_a_few_calls() -> None:
    lines = compared(ForgetsAfterThree()).script.lines()
    batch = ", ".join(["MemoryEntry(content='kiwi', id='a')"] * 4)
    key = lines[0].removeprefix("store.clear(").removesuffix(")")
    assert lines == [
        f"store.clear({key})",
        f"store.append({key}, [{batch}])",
        f"store.read({key})",
    ]


def test_the_script_makes_the_fault_again() -> None:
    lines = compared(ForgetsAfterThree()).script.lines()
    store, honest = ForgetsAfterThree(), InMemoryStore()
    for each in (store, honest):
        exec("\n".join(lines), {"store": each, "MemoryEntry": MemoryEntry, "datetime": datetime})  # noqa: S102
    names = list(honest.keys())
    assert [store.read(key) for key in names] != [honest.read(key) for key in names]


def test_an_honest_store_agrees_every_time() -> None:
    case = cases_of(MemoryStoreContract)["model.agrees-with-the-reference"]
    store = InMemoryStore()
    assert run_case(case, lambda: store).status is Status.PASSED


@pytest.mark.parametrize("verb", ["replace", "remove", "get", "keys", "search"])
def test_every_verb_is_compared(verb: str) -> None:
    class Wrong(InMemoryStore):
        pass

    def raising(*args: object, **options: object) -> None:
        raise RuntimeError(verb, args, options)

    setattr(Wrong, verb, raising)
    case = cases_of(MemoryStoreContract)["model.agrees-with-the-reference"]
    outcome = run_case(case, Wrong)
    assert outcome.failure is not None
    assert f"RuntimeError: ('{verb}'" in outcome.failure.got


def test_strategies_reach_what_they_promise() -> None:
    assert find(entries(), lambda each: each.role is not None and each.meta is None).role == ""
    assert find(contents(), lambda each: isinstance(each, dict) and "" in each) is not None
    assert find(queries(), lambda each: "\ud83d" in each)
    assert find(texts(), lambda each: "\0" in each)
    assert find(queries(), lambda each: len(tokenize(each)) > 1)
    assert check_key(find(keys(), lambda each: len(each) > 1))
