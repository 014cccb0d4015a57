"""A failure tells the promise, the input, what was expected and got, and how to see it again."""

import pytest
from loom_conformance import (
    BrokenPromiseError,
    Claim,
    MemoryStoreContract,
    Status,
    Subject,
    Trial,
    case,
    cases_of,
    equal,
    holds,
    run_case,
)
from loom_conformance.entries import said
from loom_conformance.outcome import failure_of
from loom_conformance.script import Script, Step
from loom_memory_core import InMemoryStore, MemoryEntry

ALL = cases_of(MemoryStoreContract)


class Newest(InMemoryStore):
    """Forgets all but the newest entry."""

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=limit)[-1:]


class Raising(InMemoryStore):
    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        raise KeyError(key, limit)


def test_a_failure_can_be_read_alone() -> None:
    store = Newest()
    outcome = run_case(ALL["append.order-across-calls"], lambda: store)
    assert outcome.status is Status.FAILED
    assert outcome.failure is not None
    assert outcome.failure.input == "store.read('k')"
    assert outcome.failure.got == "[MemoryEntry(content='alpha')]"
    assert str(outcome.failure).startswith(
        "append.order-across-calls is not kept.\n\npromise   A later"
    )


def test_a_failure_names_others_who_met_it() -> None:
    store = Newest()
    outcome = run_case(ALL["append.order-with-equal-timestamps"], lambda: store)
    assert "\nseen in   openai/openai-agents-python#1900, " in str(outcome.failure)


def test_the_reproduction_runs_and_shows_what_was_got(capsys: pytest.CaptureFixture[str]) -> None:
    store = Newest()
    outcome = run_case(ALL["append.order-with-equal-timestamps"], lambda: store)
    assert outcome.failure is not None
    text = outcome.failure.reproduction
    assert "from datetime import datetime" in text
    exec(text.replace("store = ...", "store = Newest()"), {"Newest": Newest})  # noqa: S102
    assert capsys.readouterr().out.count("MemoryEntry(") == 1


def test_an_error_of_the_store_is_what_was_got() -> None:
    store = Raising()
    outcome = run_case(ALL["read.unknown-key"], lambda: store)
    assert outcome.failure is not None
    assert (outcome.failure.expected, outcome.failure.got) == (
        "no error",
        "KeyError: ('nobody', None)",
    )


def test_a_store_that_cannot_be_opened_fails_the_case() -> None:
    def refuse() -> InMemoryStore:
        raise OSError("no such disk")

    outcome = run_case(ALL["read.unknown-key"], refuse)
    assert outcome.status is Status.FAILED
    assert outcome.failure is not None
    assert outcome.failure.got == "OSError: no such disk"
    assert outcome.failure.input == "(nothing was called)"


def test_a_plain_assert_is_told_too() -> None:
    class Own:
        @case("own.plain")
        def test_plain(self, store: Subject) -> None:
            """Plain asserts work."""
            assert store.read("k") == ["x"], "an entry was expected"

    store = InMemoryStore()
    outcome = run_case(cases_of(Own)["own.plain"], lambda: store)
    assert outcome.failure is not None
    assert "an entry was expected" in outcome.failure.got


def test_a_wrong_refusal_is_named() -> None:
    subject = Subject(InMemoryStore(), Script())
    with pytest.raises(
        BrokenPromiseError, match=r"expected TypeError\n +got InvalidKeyError: key is"
    ):
        subject.refuses(TypeError, "read", "")
    with pytest.raises(BrokenPromiseError, match=r"expected TypeError\n +got no error, and \[\]"):
        subject.refuses(TypeError, "read", "k")


def test_equal_compares_types_and_finds_the_first_difference() -> None:
    equal([1, 2], [1, 2])
    with pytest.raises(BrokenPromiseError, match=r"expected \[1\]\n +got \(1,\)"):
        equal((1,), [1])
    with pytest.raises(BrokenPromiseError) as caught:
        equal(list(range(20)), [*range(10), 99, *range(11, 20)])
    assert (caught.value.expected, caught.value.got) == (
        "20 items, at [10] 99",
        "20 items, at [10] 10",
    )
    with pytest.raises(BrokenPromiseError) as caught:
        equal(list(range(7)), list(range(8)))
    assert (caught.value.expected, caught.value.got) == (
        "8 items, at [7] 7",
        "7 items, at [7] nothing",
    )


def test_holds_says_what_was_there_instead() -> None:
    holds(True, expected="truth", got=None)  # noqa: FBT003
    with pytest.raises(BrokenPromiseError, match=r"expected two hits\n +got \['one'\]"):
        holds(False, expected="two hits", got=["one"])  # noqa: FBT003


def test_a_long_script_is_cut_in_the_middle() -> None:
    script = Script([Step("store", "read", (str(at),), {"limit": at}) for at in range(100)])
    lines = script.lines()
    assert len(lines) == 41
    assert lines[0] == "store.read('0', limit=0)"
    assert lines[-6:-4] == ["# ... 60 more steps like these ...", "store.read('95', limit=95)"]


def test_a_case_may_bring_its_own_reproduction() -> None:
    store = InMemoryStore()
    trial = Trial(lambda: store, claim=Claim())
    told = failure_of(ALL["threads.append"], AssertionError("lost"), trial.script)
    assert "Thread(target=writer" in told.reproduction
    assert said("x")[0].content == "x"
