"""Turn and session recall on LoCoMo of `recall`, beside the bare search of the same store.

    python benchmarks/locomo_knowledge.py locomo.json [--store-url-template URL]

Each conversation is a scope of one store, and its sessions are filed by ``add``, turn by turn.
The facts that the data ships are filed with the turns that they name as their sources. The bare
search is asked the same questions, of the same turns under a key of each conversation. No model
reads or writes anything; with a store of vectors, its embedder does.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

import loom_memory_bench
from bootstrap import RESAMPLES, SEED
from locomo import Conversation, Place, Question, read_locomo
from locomo_lexical import TEMPLATE, shown
from locomo_vector import compared, comparisons, measured
from loom_memory_bench import Fact
from loom_memory_core import MemoryStore, opened, require
from loom_memory_knowledge import Body, Head, Knowledge, RecallOptions, SourceTurn, Turn
from machine import described, sha256
from recall import SESSIONS, distinct, recall
from retrieval import LIMIT, Answer, ask, fill

DEEP: Final = 150
"""Hits that are looked through for ten distinct sessions."""

ARMS: Final = {
    "recall": RecallOptions(facts=0),
    "recall, facts point": RecallOptions(),
}

Places = Mapping[str, Place]
"""Where each turn was said, by the id of its chunk."""


def file(
    store: MemoryStore, conversation: Conversation, facts: Sequence[Fact]
) -> tuple[Knowledge, Places]:
    """A conversation as a scope: its sessions, and the facts with their sources."""
    knowledge = Knowledge(store, f"user/{conversation.id}")
    by_session: dict[str, list[tuple[Place, Turn]]] = {}
    for entry in conversation.entries:
        place, text = Place.of(entry), str(entry.content)
        said = Turn(entry.role or "", text.partition(": ")[2], entry.timestamp)
        by_session.setdefault(place.session, []).append((place, said))
    places: dict[str, Place] = {}
    sources: dict[str, SourceTurn] = {}
    for session, turns in by_session.items():
        ticket = knowledge.add([turn for _, turn in turns], session=session)
        for id_, (place, turn) in zip(ticket.turns, turns, strict=True):
            places[id_] = place
            source = SourceTurn(document=ticket.session, chunk=id_, quote=turn.text)
            sources[place.turn] = source
    bodies = [
        Body(
            kind="fact",
            title=conversation.id,
            text=fact.text,
            ordinal=0,
            writer="harvested",
            sources=tuple(sources[turn] for turn in fact.sources),
        )
        for fact in facts
    ]
    knowledge.documents.create(Head(title=conversation.id, kind="subject"), bodies)
    return knowledge, places


def answered(
    knowledge: Knowledge,
    places: Places,
    *,
    questions: Sequence[Question],
    options: RecallOptions,
) -> Iterator[Answer]:
    """What recall makes of every question that has evidence."""
    for question in questions:
        if question.gold:
            started = time.perf_counter()
            hits = knowledge.recall(question.text, limit=LIMIT, sources=["traces"], options=options)
            seconds = time.perf_counter() - started
            deep = knowledge.recall(question.text, limit=DEEP, sources=["traces"], options=options)
            turns = [places[hit.chunk].turn for hit in hits.hits]
            sessions = distinct((places[hit.chunk].session for hit in deep.hits), SESSIONS)
            yield Answer(question, recall(question.gold, turns, sessions), seconds)


def run(path: Path, *, template: str, resamples: int) -> None:
    """Measure and print."""
    conversations = read_locomo(path)
    facts = {each.id: each.facts for each in loom_memory_bench.read_locomo(path).conversations}
    answers: dict[str, list[Answer]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(template.replace("{folder}", quote(folder))) as bare,
    ):
        fill(require(bare, "search"), conversations)
        answers["bare search"] = list(ask(require(bare, "search"), conversations))
        filed = [(each, *file(bare, each, facts[each.id])) for each in conversations]
        for name, options in ARMS.items():
            answers[name] = [
                answer
                for each, knowledge, places in filed
                for answer in answered(knowledge, places, questions=each.questions, options=options)
            ]
    print(f"{template}; data sha256 {sha256(path)}\n{described()}\n")
    for name, each in answers.items():
        print(f"{name}\n{shown(measured(each, resamples=resamples))}\n")
    print(compared(comparisons(answers, resamples=resamples)))
    print(f"\n95 % bootstrap intervals over questions, {resamples} resamples, seed {SEED}")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", type=Path, help="LoCoMo's JSON")
    parser.add_argument("--store-url-template", default=TEMPLATE, help="default: %(default)s")
    parser.add_argument("--resamples", type=int, default=RESAMPLES, help="default: %(default)s")
    options = parser.parse_args()
    run(options.path, template=options.store_url_template, resamples=options.resamples)


if __name__ == "__main__":
    main()
