"""Evidence ids as LoCoMo writes them."""

import pytest
from loom_memory_bench.data.evidence import Evidence, read_evidence
from loom_memory_bench.data.own import read_own

TURNS = {"D8:6", "D9:17", "D11:26", "D30:5"}


@pytest.mark.parametrize(
    ("written", "turns"),
    [
        (["D8:6; D9:17"], ("D8:6", "D9:17")),
        (["D:11:26"], ("D11:26",)),
        (["D30:05"], ("D30:5",)),
        (["D8:6", "D8:6"], ("D8:6",)),
    ],
)
def test_slips_that_leave_no_doubt_are_repaired(written: list[str], turns: tuple[str, ...]) -> None:
    assert read_evidence(written, TURNS).turns == turns


@pytest.mark.parametrize("written", ["D", "D10:19", ""])
def test_what_names_no_turn_is_left_out(written: str) -> None:
    assert read_evidence([written], TURNS) == Evidence((), (), (written,))


def test_our_own_corpus_is_whole() -> None:
    data = read_own()
    assert data.blemishes == ()
    said = {turn.id for each in data.conversations for turn in each.turns}
    assert {place.turn for each in data.questions for place in each.gold} <= said
    assert all(fact.sources for each in data.conversations for fact in each.facts)
    assert {each.category for each in data.questions} == {
        *("adversarial", "multi-hop", "open-domain", "single-hop", "temporal"),
    }
