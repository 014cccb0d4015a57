"""LoCoMo's form, on a conversation of our own."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from locomo import Conversation, Place, read_locomo
from loom_memory_core import InMemoryStore
from recall import Recall
from retrieval import ask, fill
from split import measured


def session(number: int, *said: tuple[str, str]) -> dict[str, object]:
    turns = [
        {"speaker": speaker, "dia_id": f"D{number}:{at}", "text": text}
        for at, (speaker, text) in enumerate(said, start=1)
    ]
    return {f"session_{number}": turns, f"session_{number}_date_time": "9:05 am on 3 June, 2024"}


SAMPLE = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        **session(1, ("Ada", "I planted tomatoes on the balcony."), ("Bo", "Mine froze.")),
        **session(2, ("Bo", "The kiln cracked my blue vase."), ("Ada", "Glaze it again.")),
        "session_3_date_time": "9:05 am on 4 June, 2024",
    },
    "qa": [
        {"question": "Who planted tomatoes?", "answer": "Ada", "evidence": ["D1:1"], "category": 4},
        {"question": "What broke the vase?", "evidence": ["D2:1 D1:2"], "category": 1},
        {"question": "Which glaze?", "evidence": ["D7:1"], "category": 5},
    ],
}


@pytest.fixture
def conversations(tmp_path: Path) -> list[Conversation]:
    path = tmp_path / "sample.json"
    path.write_text(json.dumps([SAMPLE]))
    return read_locomo(path)


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    store = InMemoryStore()
    yield store
    store.close()


def test_an_entry_is_what_the_speaker_said(conversations: list[Conversation]) -> None:
    first = conversations[0].entries[0]
    assert json.loads(first.to_json()) == {
        "content": "Ada: I planted tomatoes on the balcony.",
        "role": "Ada",
        "timestamp": "2024-06-03T09:05:00+00:00",
        "meta": {"dia_id": "D1:1", "session": "session_1"},
        "id": first.id,
    }


def test_the_caption_of_an_image_is_text_too(tmp_path: Path) -> None:
    sample = json.loads(json.dumps(SAMPLE))
    sample["conversation"]["session_1"][0]["blip_caption"] = "a red tomato"
    path = tmp_path / "sample.json"
    path.write_text(json.dumps([sample]))
    content = read_locomo(path)[0].entries[0].content
    assert content == "Ada: I planted tomatoes on the balcony. [image: a red tomato]"


def test_questions_know_where_their_answers_are(conversations: list[Conversation]) -> None:
    gold = [question.gold for question in conversations[0].questions]
    assert gold == [
        (Place("D1:1", "session_1"),),
        (Place("D2:1", "session_2"), Place("D1:2", "session_1")),
        (),
    ]


def test_only_questions_with_evidence_are_asked(
    store: InMemoryStore, conversations: list[Conversation]
) -> None:
    fill(store, conversations)
    answers = list(ask(store, conversations))
    assert [answer.question.number for answer in answers] == [0, 1]
    assert answers[0].recall == Recall(1, 1, 1, 1, 1)
    # Of its second turn, "the" finds the session, through what was said just before it.
    assert answers[1].recall == Recall(0.5, 0.5, 0.5, 0.5, 1)


def test_a_store_that_holds_something_is_refused(
    store: InMemoryStore, conversations: list[Conversation]
) -> None:
    fill(store, conversations)
    with pytest.raises(SystemExit, match="'locomo/conv-1' is not empty"):
        fill(store, conversations)


def test_each_question_counts_in_every_group_it_belongs_to(
    store: InMemoryStore, conversations: list[Conversation]
) -> None:
    fill(store, conversations)
    measures = measured(ask(store, conversations), resamples=10)
    assert {label: count for label, (count, _) in measures.items()} == {
        "all": 2,
        "answerable": 2,
        "held out": 2,
        "multi-hop": 1,
        "single-hop": 1,
        "conv-1": 2,
    }
    assert [interval.mean for interval in measures["all"][1]] == [0.75] * 4 + [1]
