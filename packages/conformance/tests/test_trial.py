"""A case that does not apply is skipped; one that cannot be shown is not proven."""

import pickle
from functools import partial

import pytest
from loom_conformance import (
    Claim,
    MemoryStoreContract,
    NotApplicableError,
    NotProvenError,
    Status,
    Tier,
    Trial,
    cases_of,
    run_case,
    run_contract,
)
from loom_conformance.subject import StoreFactory
from loom_memory_core import OPTIONAL_VERBS, InMemoryStore

ALL = cases_of(MemoryStoreContract)


class Three:
    """A store of three verbs."""

    def __init__(self) -> None:
        store = InMemoryStore()
        self.append, self.read, self.clear = store.append, store.read, store.clear


@pytest.mark.parametrize(
    ("case", "claim", "tier", "reason"),
    [
        ("search.any-query", Claim(), "quick", "the store has no search, and does not promise it"),
        ("read.twice", Claim(), "quick", ""),
    ],
)
def test_what_is_neither_promised_nor_there_does_not_apply(
    case: str, claim: Claim, tier: Tier, reason: str
) -> None:
    store = Three()
    outcome = run_case(ALL[case], lambda: store, claim=claim, tier=tier)
    assert (outcome.status, outcome.reason) == (
        Status.SKIPPED if reason else Status.PASSED,
        reason,
    )


def test_what_is_promised_and_not_there_is_not_proven() -> None:
    store = Three()
    claim = Claim(verbs=frozenset({"search"}), durable=False)
    outcome = run_case(ALL["search.any-query"], lambda: store, claim=claim)
    assert outcome.status is Status.NOT_PROVEN
    outcome = run_case(ALL["presence.promised-verbs"], lambda: store, claim=claim)
    assert outcome.failure is not None
    assert outcome.failure.got == "no search"


def test_what_is_there_and_not_promised_is_tried() -> None:
    store = InMemoryStore()
    assert run_case(ALL["search.any-query"], lambda: store).status is Status.PASSED


def test_terms_and_similarity_exclude_each_other() -> None:
    claim = Claim(matching="similarity", durable=False)
    outcome = run_case(ALL["search.terms-are-ored"], InMemoryStore, claim=claim)
    assert (outcome.status, outcome.reason) == (Status.SKIPPED, "the store matches by similarity")
    assert run_case(ALL["search.limit-zero"], InMemoryStore, claim=claim).status is Status.PASSED


def test_a_factory_that_cannot_be_pickled_proves_nothing_about_processes() -> None:
    store = InMemoryStore()
    outcome = run_case(ALL["processes.append"], lambda: store, claim=Claim())
    assert outcome.status is Status.NOT_PROVEN
    assert outcome.reason.startswith("store_factory's value cannot be pickled")


class Vanishing:
    """A factory that can be pickled, and cannot be unpickled."""

    def __call__(self) -> InMemoryStore:
        return InMemoryStore()

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("not a number",)


def test_a_factory_that_cannot_be_unpickled_proves_nothing_about_processes() -> None:
    outcome = run_case(ALL["processes.seen-at-once"], Vanishing(), claim=Claim())
    assert outcome.status is Status.NOT_PROVEN
    assert "cannot be unpickled: ValueError" in outcome.reason


def test_a_case_of_a_longer_tier_is_not_proven() -> None:
    store = InMemoryStore()
    outcome = run_case(ALL["sizes.many-words-found"], lambda: store)
    assert (outcome.status, outcome.reason) == (Status.NOT_PROVEN, "it runs with --loom-tier full")
    outcome = run_case(ALL["sizes.many-words-found"], lambda: store, tier="full")
    assert outcome.status is Status.PASSED


def test_handles_are_closed_whatever_closing_says() -> None:
    class Stubborn(InMemoryStore):
        def close(self) -> None:
            super().close()
            raise OSError("it will not close")

    trial = Trial(Stubborn)
    handle = trial.open()
    trial.close()
    with pytest.raises(ValueError, match="closed"):
        handle.read("k")


def test_the_first_handle_is_opened_once_and_others_have_names() -> None:
    store = InMemoryStore()
    trial = Trial(lambda: store)
    assert trial.store is trial.store
    trial.open().read("k")
    assert trial.script.lines() == ["store2 = store_factory()()", "store2.read('k')"]


def test_a_store_that_was_opened_again_takes_the_place_of_the_first() -> None:
    trial = Trial(InMemoryStore)
    first, again = trial.store, trial.reopen()
    assert trial.store is trial.latest is again is not first
    assert trial.script.lines() == ["store.close()", "store = store_factory()()"]
    trial.forget()
    assert (trial.script.lines(), trial.backend) == ([], "loom_memory_core.memory")


def test_needs_are_errors_for_whoever_asks_directly() -> None:
    store = Three()
    trial = Trial(lambda: store, claim=Claim(durable=False))
    with pytest.raises(NotApplicableError):
        trial.prepare(ALL["get.by-id"])
    with pytest.raises(NotProvenError):
        trial.prepare(ALL["reopen.entries"])


def test_a_contract_runs_case_by_case_on_new_stores() -> None:
    made: list[InMemoryStore] = []

    def fresh() -> StoreFactory:
        made.append(InMemoryStore())
        return partial(made.__getitem__, -1)

    wanted = ["append.order", "read.unknown-key", "search.limit-zero"]
    outcomes = list(run_contract(fresh, only=wanted))
    assert [each.case for each in outcomes] == wanted
    assert {each.status for each in outcomes} == {Status.PASSED}
    assert len(made) == len(wanted)


def test_all_verbs_of_the_reference_are_tried() -> None:
    assert set(Trial(InMemoryStore).store.verbs) >= {*OPTIONAL_VERBS}
    assert pickle.loads(Trial(InMemoryStore).pickled()) is InMemoryStore
