"""The kit proves itself: honest stores pass, and every store that is wrong on purpose is caught."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import pytest
from loom_conformance import (
    Case,
    MemoryStoreContract,
    Outcome,
    Status,
    Tier,
    cases_of,
    run_case,
)
from loom_conformance.promise import TIERS
from loom_conformance.saboteurs import DurableStore, HonestStore, KeepsDeadRows, saboteurs
from loom_memory_core import MemoryEntry

CASES = cases_of(MemoryStoreContract)
CASE_IDS = (Path(__file__).parent / "case_ids.txt").read_text().split()

LUCK = {"kill": 5, "threads": 5, "processes": 5}
"""A kill and a race go as chance wants: so often these cases may try to catch a saboteur."""

LONG = ("sizes", "threads", "processes", "kill", "model")
"""Groups that take long, and say nothing about whether a store works at all."""

CRASHES = ("NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError")
"""What no saboteur raises on purpose."""


def outcomes(
    store: type[HonestStore],
    folder: Path,
    *,
    tier: Tier = "quick",
    leave_out: Collection[str] = (),
) -> Iterator[Outcome]:
    """How every case ends on a new store, in this tier or a longer one of its own."""
    for name, case in CASES.items():
        if name.partition(".")[0] in leave_out:
            continue
        home = folder / name
        home.mkdir()
        needed = max(case.tier, tier, key=TIERS.index)
        yield run_case(case, store.factory(home), claim=store.claim, tier=needed)


def attempt(saboteur: type[HonestStore], case: Case, folder: Path) -> Outcome:
    """How a case ends on a saboteur, in the shortest tier that shows it."""
    folder.mkdir()
    tier = max(case.tier, saboteur.tier, key=TIERS.index)
    return run_case(case, saboteur.factory(folder), claim=saboteur.claim, tier=tier)


def caught(saboteur: type[HonestStore], name: str, folder: Path) -> Outcome:
    """The outcome that shows a saboteur, or the last one."""
    tries = LUCK.get(name.partition(".")[0], 1)
    for at in range(1, tries):
        outcome = attempt(saboteur, CASES[name], folder / f"{name}-{at}")
        if outcome.status is Status.FAILED:
            return outcome
    return attempt(saboteur, CASES[name], folder / name)


def broken(found: Iterable[Outcome]) -> list[str]:
    return [str(each.failure) for each in found if each.status is Status.FAILED]


def test_an_honest_store_in_memory_is_not_caught(tmp_path: Path) -> None:
    assert broken(outcomes(HonestStore, tmp_path)) == []


def test_an_honest_durable_store_passes_every_case(tmp_path: Path) -> None:
    found = list(outcomes(DurableStore, tmp_path))
    assert broken(found) == []
    assert [each.case for each in found if each.status is not Status.PASSED] == []


@pytest.mark.parametrize("saboteur", saboteurs(), ids=lambda each: each.__name__)
def test_a_saboteur_is_caught_by_every_case_it_names(
    saboteur: type[HonestStore], tmp_path: Path
) -> None:
    found = {name: caught(saboteur, name, tmp_path) for name in saboteur.caught_by}
    told = {name: each.failure.got for name, each in found.items() if each.failure}
    assert list(told) == list(saboteur.caught_by)
    assert [got for got in told.values() if got.startswith(CRASHES)] == []


def test_every_case_is_named_by_a_saboteur() -> None:
    named = {name for saboteur in saboteurs() for name in saboteur.caught_by}
    assert [name for name in CASES if name not in named] == [], "write a store that it catches"


def test_no_case_goes_or_comes_unseen() -> None:
    assert list(CASES) == CASE_IDS, "an id is stable for ever; write a new one into case_ids.txt"


def test_saboteurs_say_what_they_break() -> None:
    names = [saboteur.__name__ for saboteur in saboteurs()]
    assert len(set(names)) == len(names)
    inherited = {base.__doc__ for each in saboteurs() for base in each.__bases__}
    assert [each.__name__ for each in saboteurs() if each.__doc__ in {None, *inherited}] == []


def test_an_index_that_keeps_dead_rows_is_not_seen(tmp_path: Path) -> None:
    assert broken(outcomes(KeepsDeadRows, tmp_path)) == []
    store = KeepsDeadRows()
    store.append("k", [MemoryEntry(content="gone"), MemoryEntry(content="kept", id="kept")])
    store.replace("k", store.get("k", ["kept"]))
    assert store.dead() == 1


@pytest.mark.soak
@pytest.mark.parametrize("store", [HonestStore, DurableStore], ids=lambda each: each.__name__)
def test_an_honest_store_is_not_caught_in_the_full_tier(
    store: type[HonestStore], tmp_path: Path
) -> None:
    assert broken(outcomes(store, tmp_path, tier="full")) == []


@pytest.mark.soak
@pytest.mark.parametrize("saboteur", saboteurs(), ids=lambda each: each.__name__)
def test_a_saboteur_is_no_wreck(saboteur: type[HonestStore], tmp_path: Path) -> None:
    statuses = [each.status for each in outcomes(saboteur, tmp_path, leave_out=LONG)]
    assert statuses.count(Status.PASSED) > len(statuses) // 5
