"""Merging facts: all that both say survives, or nothing is written."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import (
    InMemoryStore,
    InvalidOptionsError,
    MemoryEntry,
    MemoryStore,
    opened,
    origins,
    taint,
)
from loom_memory_knowledge import (
    Body,
    Chunk,
    DocumentGoneError,
    Edge,
    Knowledge,
    LossyMergeError,
    MergeBand,
    Scope,
    SourceTurn,
)
from loom_memory_knowledge.facts.content import content_of, lost_from
from loom_memory_runtime import Clock


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: Clock) -> Knowledge:
    return Knowledge(store, scope, clock=clock)


def facts(knowledge: Knowledge, *bodies: tuple[str, dict[str, object]]) -> list[Chunk]:
    """Facts of one document, with whatever fields."""
    known = knowledge.subjects.file("person:Bob")
    base = Body(kind="fact", title="Bob", text="", ordinal=0, fact_class="fact")
    made = [base.model_copy(update={"text": text, **fields}) for text, fields in bodies]
    author = knowledge._author  # noqa: SLF001 - facts with edges and sources of our choice
    return [author.write_fact(known, body, None)[0] for body in made]


def two(knowledge: Knowledge, one: str, other: str, **fields: object) -> list[Chunk]:
    return facts(knowledge, (one, {}), (other, fields))


def source(name: str) -> SourceTurn:
    return SourceTurn(document="session-1", chunk=name, quote=name)


def test_one_fact_takes_over_all_of_another(knowledge: Knowledge) -> None:
    edges = [Edge(document=f"d{at}", name=f"project:p{at}") for at in range(3)]
    one, other = facts(
        knowledge,
        ("Bob moved to Bath in 2019.", {"sources": (source("t1"),), "edges": tuple(edges[:2])}),
        (
            "Bob moved to Bath with two cats in 2019.",
            {"sources": (source("t2"), source("t1")), "edges": tuple(edges[1:])},
        ),
    )
    told = knowledge.collapse_facts(one, other)
    assert told.dry_run
    assert len(knowledge.facts("person:Bob")) == 2
    done = knowledge.collapse_facts(one, other, dry_run=False)
    (left,) = knowledge.facts("person:Bob")
    assert left.fact == done.kept
    assert left.fact.id == one.id
    assert left.fact.body == told.kept.body
    body = left.fact.body
    assert body.text == "Bob moved to Bath with two cats in 2019."
    assert [each.chunk for each in body.sources] == ["t1", "t2"]
    assert body.edges == tuple(edges)
    assert body.absorbed == ((other.id, other.revision),)
    (hit,) = knowledge.recall("cats in Bath").hits
    assert hit.chunk == one.id
    found = knowledge.reindex()
    assert (found.missing, found.surplus, found.young) == (0, 0, 0)


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("Bob has 2 cats.", "Bob has 3 cats.", "numbers 3"),
        ("Bob left on 2026-05-07.", "Bob left on 2026-07-05.", "numbers 2026-07-05"),
        ("Bob likes tea.", "Bob likes no tea.", "negations no"),
        ("Bob likes tea.", "Bob doesn't like tea.", "words"),
        ("Bob met Al Smith.", "Bob met Al Jones and Joe Smith.", "names al jones, joe smith"),
        ("Bob likes tea.", "Bob likes coffee.", "words coffee"),
        ("Bob manages Ada.", "Ada manages Bob.", "order ada, manages, bob"),
    ],
)
def test_what_would_be_lost_is_told(knowledge: Knowledge, one: str, other: str, says: str) -> None:
    kept, absorbed = two(knowledge, one, other)
    with pytest.raises(LossyMergeError, match=says):
        knowledge.collapse_facts(kept, absorbed, dry_run=False)
    assert {each.fact.id: each.fact for each in knowledge.facts("person:Bob")} == {
        kept.id: kept,
        absorbed.id: absorbed,
    }


def test_a_text_of_the_callers_must_say_all(knowledge: Knowledge) -> None:
    one, other = two(knowledge, "Bob likes tea.", "Bob likes coffee.")
    with pytest.raises(LossyMergeError, match="coffee"):
        knowledge.collapse_facts(one, other, text="Bob likes tea and drinks.", dry_run=False)
    done = knowledge.collapse_facts(one, other, text="Bob likes tea and coffee.", dry_run=False)
    assert done.kept.body.text == "Bob likes tea and coffee."


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"fact_class": "decision"}, "class"),
        ({"valid_to": "2026-05-01T00:00:00Z"}, "end"),
        ({"kind": "note"}, "kind"),
    ],
)
def test_unlike_facts_are_kept_apart(
    knowledge: Knowledge, fields: dict[str, object], says: str
) -> None:
    checked = Body.model_validate({"kind": "fact", "title": "", "text": "", "ordinal": 0, **fields})
    given = {name: getattr(checked, name) for name in fields}
    one, other = two(knowledge, "Bob likes tea.", "Bob likes tea.", **given)
    with pytest.raises(LossyMergeError, match=f"differ in {says}"):
        knowledge.collapse_facts(one, other, dry_run=False)


def test_a_fact_does_not_take_over_itself_or_one_of_another(knowledge: Knowledge) -> None:
    one, _ = two(knowledge, "Bob likes tea.", "Bob likes tea.")
    with pytest.raises(LossyMergeError, match="itself"):
        knowledge.collapse_facts(one, one, dry_run=False)
    ada = knowledge.remember("Ada likes tea.", about="person:Ada")
    with pytest.raises(DocumentGoneError, match="has no fact"):
        knowledge.collapse_facts(one, ada, dry_run=False)


def test_taint_of_either_stays(knowledge: Knowledge) -> None:
    one, other = facts(
        knowledge,
        ("Bob likes tea.", {}),
        (taint("Bob likes tea.", origin="mail"), {}),  # type: ignore[arg-type]
    )
    done = knowledge.collapse_facts(one, other, dry_run=False)
    assert origins(done.kept.body.text) == ("mail",)


def test_an_edit_meanwhile_is_told(knowledge: Knowledge) -> None:
    one, other = two(knowledge, "Bob likes tea.", "Bob likes tea.")
    body = other.body.model_copy(update={"text": "Bob likes tea with milk."})
    knowledge.documents.edit(other.document, other.id, body, revision=other.revision)
    done = knowledge.collapse_facts(one, other, dry_run=False)  # what is there now counts
    assert done.kept.body.text == "Bob likes tea with milk."


PLAIN = "Bob Ada Bath likes tea coffee cats no not never 2 3 2019 3.5 5.3 2026-05-07 Al Smith"
WORDS = st.sampled_from(PLAIN.split(" "))
TEXTS = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)


def dumped(store: InMemoryStore) -> dict[str, list[MemoryEntry]]:
    keys = store.keys()
    return {key: store.read(key) for key in keys}


@given(one=TEXTS, other=TEXTS, text=st.none() | TEXTS)
def test_every_word_number_name_source_and_edge_survives(
    one: str, other: str, text: str | None
) -> None:
    store = InMemoryStore()
    knowledge = Knowledge(store, "user/ada")
    first, second = facts(
        knowledge,
        (one, {"sources": (source("t1"),), "edges": (Edge(document="d1", name="project:a"),)}),
        (other, {"sources": (source("t2"),), "edges": (Edge(document="d2", name="project:b"),)}),
    )
    before = dumped(store)
    try:
        done = knowledge.collapse_facts(first, second, text=text, dry_run=False)
    except LossyMergeError:
        assert dumped(store) == before
        return
    (left,) = knowledge.facts("person:Bob")
    assert left.fact == done.kept
    said = content_of(str(left.fact.body.text))
    for each in (one, other):
        wanted = content_of(each)
        assert wanted.words <= said.words
        assert wanted.numbers <= said.numbers
        assert wanted.negations == said.negations
        assert not lost_from(each, str(left.fact.body.text)).any
    assert {each.chunk for each in left.fact.body.sources} == {"t1", "t2"}
    assert {each.document for each in left.fact.body.edges} == {"d1", "d2"}
    for document in ("d1", "d2"):
        assert [row.id for row in store.read(f"loom/user/ada/back/{document}")][-1:] == [first.id]


@pytest.fixture(params=["vector+sqlite", "vector+postgresql"])
def by_meaning(request: pytest.FixtureRequest, url_of: Callable[[str], str]) -> str:
    return url_of(request.param)


def test_near_duplicates_of_a_scope_are_merged(by_meaning: str) -> None:
    with opened(by_meaning) as store:
        knowledge = Knowledge(store, "user/ada")
        texts = ["Bob moved to Bath in 2019.", "Bob moved to Bath in 2019 with cats.", "Bob plays."]
        for text in (*texts, "Bob moved to Bath in 2020."):
            knowledge.remember(text, about="person:Bob")
        knowledge.remember("Ada moved to Bath in 2019.", about="person:Ada")
        band = MergeBand.of(str(knowledge.embedding), 0.5)
        told = knowledge.collapse(band)
        assert (told.dry_run, told.facts, told.merged) == (True, 5, 1)
        assert len(knowledge.facts()) == 5
        done = knowledge.collapse(band, dry_run=False)
        assert [(pair.merged, pair.contradicting) for pair in done.pairs].count((True, False)) == 1
        assert any(pair.contradicting and "2020" in "".join(pair.texts) for pair in done.pairs)
        left = [str(each.fact.body.text) for each in knowledge.facts("person:Bob")]
        assert sorted(left) == sorted([texts[1], texts[2], "Bob moved to Bath in 2020."])
        assert knowledge.collapse(band, dry_run=False).merged == 0


def test_nothing_merges_without_a_band_of_this_space(knowledge: Knowledge) -> None:
    with pytest.raises(InvalidOptionsError, match="was calibrated in 'elsewhere'"):
        knowledge.collapse(MergeBand.of("elsewhere", 0.9), dry_run=False)


@pytest.mark.parametrize("value", [0.0, -1.0, 1.1])
def test_a_band_lies_between_0_and_1(value: float) -> None:
    with pytest.raises(InvalidOptionsError, match=f"{value}"):
        MergeBand.of("space", value)
