"""What a chunk can be found by, and what is no part of it."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import MemoryEntry, origins, searchable_text, taint, tokenize, untainted
from loom_memory_knowledge import Body, Chunk, SourceTurn, Unit, Use
from loom_memory_knowledge.units.context import Context
from loom_memory_knowledge.units.derive import derive_units
from loom_memory_knowledge.units.passage import LONGEST, passages
from pydantic import JsonValue

AT = datetime(2026, 1, 1, tzinfo=UTC)


def chunk(text: JsonValue, *, id_: str = "c", revision: str = "r", **fields: object) -> Chunk:
    body = Body.model_validate(
        {"kind": "section", "title": "Runbook", "ordinal": 0, "text": text, **fields}
    )
    return Chunk(id=id_, document="d", revision=revision, body=body, recorded_at=AT)


def turn(text: JsonValue, *, id_: str = "t", role: str = "Ada") -> Chunk:
    return chunk(text, id_=id_, kind="turn", title="s1", role=role)


def texts(units: list[Unit]) -> list[JsonValue]:
    return [unit.text for unit in units]


MARKDOWN = st.lists(
    st.sampled_from(
        ["text", "```", "```sh", "~~~", "---", "# x", "", "***", "a `b` c", "====", "  #"]
    ),
    max_size=10,
).map("\n".join)


@given(MARKDOWN)
def test_a_unit_says_what_stands_in_its_range(text: str) -> None:
    for unit in derive_units(chunk(text, heading=["Fail over"])):
        if unit.kind in {"prose", "code"}:
            inside = tokenize(text[unit.start : unit.end])
            assert tokenize(str(unit.text)) == [*tokenize("Runbook\nFail over"), *inside]


@given(MARKDOWN)
def test_no_word_is_lost_but_those_of_fences(text: str) -> None:
    kept = {term for each in passages(text) for term in tokenize(each.text)}
    fences = {
        term for line in text.split("\n") if line[:3] in {"```", "~~~"} for term in tokenize(line)
    }
    assert set(tokenize(text)) - fences <= kept


PIECES = st.sampled_from(["wörd ", "a. ", "x", "\n", "\n\n", "---\n", "数据", "。"])
LONG = st.lists(PIECES, max_size=900).map(lambda parts: "".join(3 * parts))


@given(LONG)
def test_long_prose_is_cut_and_loses_no_character(text: str) -> None:
    found = [each for each in passages(text) if each.kind == "prose"]
    assert all(each.end - each.start <= LONGEST for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    left = [text[one.end : other.start] for one, other in pairwise(found)]
    assert not any(tokenize(each) for each in left)


def test_long_prose_is_cut_between_paragraphs() -> None:
    paragraphs = [f"{word} " * 80 for word in ("alpha", "beta", "gamma", "delta")]
    found = passages("\n\n".join(paragraphs))
    assert [set(tokenize(each.text)) for each in found] == [
        {"alpha", "beta"},
        {"gamma", "delta"},
    ]


def test_the_same_chunk_has_the_same_units() -> None:
    assert derive_units(chunk("a", heading=["A"])) == derive_units(chunk("a", heading=["A"]))


@pytest.mark.parametrize(
    "other",
    [
        chunk("a", heading=["A"], title="Playbook"),
        chunk("a", heading=["B"]),
        chunk("b", heading=["A"]),
    ],
    ids=["title", "heading", "text"],
)
def test_a_hash_covers_all_that_a_unit_is_made_from(other: Chunk) -> None:
    (_, prose), (_, changed) = derive_units(chunk("a", heading=["A"])), derive_units(other)
    assert prose.hash != changed.hash
    assert prose.id == changed.id


def test_a_revision_has_units_of_its_own() -> None:
    before, after = derive_units(chunk("a")), derive_units(chunk("a", revision="r2"))
    assert not {unit.id for unit in before} & {unit.id for unit in after}


def test_no_two_units_share_an_id() -> None:
    text = "a\n```\nb\n```\nc\n```\nd\n```\n![[x#y]] ![[z]]"
    section = (Use(document="o", chunk="s"), "e")
    units = derive_units(
        chunk(text, heading=["A"]), Context(transcluded={"x#y": section, "z": section})
    )
    assert len({unit.id for unit in units}) == 8


@pytest.mark.parametrize("text", ["", "---", "\n\n", "🙂", "***\n---"])
def test_what_says_nothing_has_no_unit(text: str) -> None:
    assert derive_units(chunk(text, title="")) == []


def test_a_heading_alone_is_found_by_its_trail() -> None:
    (unit,) = derive_units(chunk("", heading=["db-7", "Fail over"]))
    assert (unit.kind, unit.text) == ("heading_path", "Runbook\ndb-7\nFail over")


def test_a_first_heading_that_repeats_the_title_is_told_once() -> None:
    (unit,) = derive_units(chunk("", heading=["Runbook", "Fail over"]))
    assert unit.text == "Runbook\nFail over"


def test_a_transclusion_is_found_by_the_other_text() -> None:
    text = "First ![[db-7#Promote]]."
    use = Use(document="o", chunk="s")
    units = derive_units(chunk(text), Context(transcluded={"db-7#Promote": (use, "pg_ctl")}))
    found = units[-1]
    assert (found.kind, found.text, found.uses) == ("transclusion", "Runbook\npg_ctl", (use,))
    assert text[found.start : found.end] == "![[db-7#Promote]]"


def test_a_turn_is_found_with_the_two_before_it() -> None:
    before = [turn(word, id_=word) for word in ("one", "two", "three")]
    said, around = derive_units(turn("four"), Context.of_turn(before))
    assert (said.kind, said.text, said.uses) == ("turn", "Ada: four", ())
    assert around.text == ["Ada: two", "Ada: three", "Ada: four"]
    assert [use.chunk for use in around.uses] == ["two", "three"]


def test_turns_with_other_turns_before_them_have_other_surroundings() -> None:
    one = derive_units(turn("x"), Context.of_turn([turn("a", id_="a")]))
    other = derive_units(turn("x"), Context.of_turn([turn("a", id_="b")]))
    assert one[0] == other[0]
    assert one[1].id != other[1].id


def test_taint_is_in_every_unit_that_holds_it() -> None:
    tainted = chunk(taint("a\n```\nb\n```", origin="wiki"), heading=["A"])
    units = derive_units(tainted)
    assert [untainted(text) for text in texts(units)] == [
        "Runbook\nA",
        "Runbook\nA\na",
        "Runbook\nA\nb",
    ]
    assert all(origins(MemoryEntry(content=unit.text)) == ("wiki",) for unit in units)
    _, around = derive_units(turn("x"), Context.of_turn([turn(taint("a", origin="web"), id_="a")]))
    assert origins(MemoryEntry(content=around.text)) == ("web",)
    assert "web" not in searchable_text(MemoryEntry(content=around.text))


def test_a_fact_points_at_its_sources() -> None:
    source = SourceTurn(document="s", chunk="t", quote="I like tea")
    (unit,) = derive_units(chunk("Ada likes tea.", kind="fact", title="Ada", sources=[source]))
    assert (unit.kind, unit.text) == ("fact", "Ada\nAda likes tea.")
    assert unit.uses == (Use(document="s", chunk="t"),)
