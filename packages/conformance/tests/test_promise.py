"""A case is a test function with an id, a promise and needs; a class gives them in order."""

import re

import pytest
from loom_conformance import MemoryStoreContract, Subject, case, cases_of
from loom_conformance.promise import NEEDS, TIERS
from loom_conformance.seen import SEEN
from loom_memory_core import OPTIONAL_VERBS

ALL = cases_of(MemoryStoreContract)


class First:
    @case("first.one", needs="search+terms", tier="full", since="1.2")
    def test_one(self, store: Subject) -> None:
        """One
        is kept."""

    @case("first.two")
    def test_two(self, store: Subject) -> None:
        """Two."""

    def test_no_case(self) -> None:
        """Not marked."""


def test_a_case_says_what_it_needs() -> None:
    one = cases_of(First)["first.one"]
    assert one.promise == "One is kept."
    assert (one.needs, one.verb, one.tier, one.since) == (
        ("search", "terms"),
        "search",
        "full",
        "1.2",
    )
    assert one.anchor == "docs/reference/conformance.md#firstone"
    assert (one.name, one.owner) == ("test_one", First)


def test_cases_come_in_the_order_they_are_written() -> None:
    class Second(First):
        @case("second.three")
        def test_three(self, store: Subject) -> None:
            """Three."""

    assert list(cases_of(Second)) == ["second.three", "first.one", "first.two"]


def test_an_overridden_method_is_no_case() -> None:
    class Changed(First):
        def test_one(self, store: Subject) -> None:
            """Nothing is asked."""

    assert list(cases_of(Changed)) == ["first.two"]


def test_two_cases_with_one_id_are_refused() -> None:
    class Twice(First):
        @case("first.one")
        def test_again(self, store: Subject) -> None:
            """Again."""

    with pytest.raises(ValueError, match=r"two cases of Twice are called 'first\.one'"):
        cases_of(Twice)


def test_a_need_must_be_known() -> None:
    with pytest.raises(ValueError, match="needs 'serach'; known are replace, search"):
        case("x.y", needs="serach")(lambda: None)


def test_a_case_must_have_a_promise() -> None:
    with pytest.raises(ValueError, match=r"case 'x\.y' has no docstring"):
        case("x.y")(lambda: None)


@pytest.mark.parametrize("each", ALL.values(), ids=ALL)
def test_every_case_of_the_kit_is_in_order(each: object) -> None:
    found = next(value for value in ALL.values() if value is each)
    group, _, words = found.id.partition(".")
    assert found.name == f"test_{group}_{words}".replace("-", "_")
    assert found.promise.endswith(".")
    assert found.promise.count(". ") == 0, "a promise is one sentence"
    assert len(found.promise) <= 100
    assert set(found.needs) <= set(NEEDS)
    assert found.tier in TIERS


def test_every_report_belongs_to_a_case() -> None:
    assert set(SEEN) <= set(ALL)
    reports = [report for some in SEEN.values() for report in some]
    assert [each for each in reports if not re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", each)] == []
    assert ALL["search.korean"].seen == ("google/adk-python#2438",)


def test_every_verb_has_cases() -> None:
    assert {each.verb for each in ALL.values()} == {"core", *OPTIONAL_VERBS}


def test_threads_processes_and_objects_have_a_reproduction_of_their_own() -> None:
    silent = [
        each.id
        for each in ALL.values()
        if each.id.startswith(("threads.", "processes.", "kill.")) and not each.reproduce
    ]
    assert silent == []
