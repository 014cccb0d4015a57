"""Evidence ids: what is read, what is repaired, and what is only reported."""

import pytest
from loom_memory_bench.data.evidence import Evidence, read_evidence
from loom_memory_bench.data.own import read_own

TURNS = {"D1:1", "D1:10", "D2:5", "D11:26"}


def test_good_ids_are_taken_as_they_stand() -> None:
    assert read_evidence(["D1:1", "D2:5"], TURNS) == Evidence(("D1:1", "D2:5"))


def test_an_id_counts_once() -> None:
    assert read_evidence(["D2:5", "D1:1", "D2:5"], TURNS).turns == ("D2:5", "D1:1")


@pytest.mark.parametrize(
    ("written", "turns"),
    [
        ("D1:1; D2:5", ("D1:1", "D2:5")),
        ("D1:1 D1:10 D2:5", ("D1:1", "D1:10", "D2:5")),
        ("D1:1,D2:5", ("D1:1", "D2:5")),
        ("D:11:26", ("D11:26",)),
        ("D2:05", ("D2:5",)),
        ("D01:10", ("D1:10",)),
    ],
)
def test_a_slip_that_leaves_no_doubt_is_repaired(written: str, turns: tuple[str, ...]) -> None:
    evidence = read_evidence([written], TURNS)
    assert evidence == Evidence(turns, (f"{written} -> {' '.join(turns)}",))


@pytest.mark.parametrize("written", ["D", "D9:9", "D1", "1:1", "E1:1", "D1:1:1", "D1:x", ""])
def test_what_names_no_turn_is_left_out_and_not_guessed(written: str) -> None:
    assert read_evidence(["D2:5", written], TURNS) == Evidence(("D2:5",), (), (written,))


def test_the_good_part_of_a_bad_list_is_kept_and_both_are_told() -> None:
    evidence = read_evidence(["D1:1; D9:9"], TURNS)
    assert evidence == Evidence(("D1:1",), ("D1:1; D9:9 -> D1:1",), ("D9:9",))


def test_no_evidence_is_no_fault() -> None:
    assert read_evidence([], TURNS) == Evidence(())


def test_our_own_corpus_is_whole() -> None:
    data = read_own()
    assert data.blemishes == ()
    said = {turn.id for each in data.conversations for turn in each.turns}
    assert {place.turn for each in data.questions for place in each.gold} <= said
    assert all(fact.sources for each in data.conversations for fact in each.facts)
    assert {each.category for each in data.questions} == {
        *("adversarial", "multi-hop", "open-domain", "single-hop", "temporal"),
    }
