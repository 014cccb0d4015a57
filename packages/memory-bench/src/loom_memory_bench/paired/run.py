"""Running the paired benchmark: the same questions, retriever, reader and limit in every arm."""

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from loom_memory_core import Progress, no_progress, opened
from loom_memory_knowledge import Reader, Verifier

from loom_memory_bench.data.conversation import Conversation, DataSet, Question
from loom_memory_bench.measures.answer_text import gold_in_context, token_f1
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.measures.ranking import ranking_measures
from loom_memory_bench.paired.arms import ARMS, CASCADE, FACTS, TRACES, TURNS, Given, named_arms
from loom_memory_bench.paired.costs import costs_of
from loom_memory_bench.paired.filed import Filed, file_conversation
from loom_memory_bench.paired.guards import answer_guard, held_guards, question_guard, reach_guard
from loom_memory_bench.paired.notes import NOTES
from loom_memory_bench.paired.record_file import Done, RecordFile
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.guarding import enforced
from loom_memory_bench.report.report import Asked, Guard, LeftOut, Record, Report, Source
from loom_memory_bench.report.stamp import stamp
from loom_memory_bench.retrieval.asking import asked_of, is_counted
from loom_memory_bench.shown_store import shown_store

STORE: Final = "sqlite:///{folder}/paired.db"
LIMIT: Final = 10

IN_CONTEXT: Final = "gold in context"
F1: Final = "token f1"
EVIDENCE: Final = "recall@10"
ABSTAINED: Final = "abstained"

HEADLINE: Final = (IN_CONTEXT, EVIDENCE, F1, ABSTAINED)
COMPARED: Final = (IN_CONTEXT, EVIDENCE, F1)
PAIRS: Final = ((TURNS, FACTS), (TRACES, FACTS), (TRACES, TURNS), (CASCADE, TRACES))


class Answering(NamedTuple):
    """Who reads, and who verifies."""

    reader: Reader
    verifier: Verifier
    threshold: float | None
    """Below it the verifier is asked; without one there is no cascade."""


def measure_paired(  # noqa: PLR0913 - one for each option of the command
    data: DataSet,
    answering: Answering,
    *,
    command: str,
    store: str = STORE,
    limit: int = LIMIT,
    folder: Path | None = None,
    resamples: int = RESAMPLES,
    progress: Progress = no_progress,
) -> Report:
    """Measure the arms on one data set, one variable changed: what is retrieved.

    Args:
        data: Conversations whose facts name their turns.
        answering: The same in every arm.
        command: What a reader types to make the report again.
        store: The URL of an empty store; ``{folder}`` is a temporary folder.
        limit: Passages that a reader is given, in every arm.
        folder: Where records are kept as they come, and found again.
        resamples: Of the bootstrap.
        progress: Told of every answer.

    Raises:
        BenchmarkError: A guard is broken, or the folder holds records of other settings.
    """
    questions = asked_of(data)
    file = RecordFile(folder, _settings(data, answering, store=store, limit=limit))
    with tempfile.TemporaryDirectory() as name:
        url = store.replace("{folder}", quote(name))
        guards = _ask(data, answering, file, url=url, limit=limit, progress=progress)
    records = [file.records[each] for each in _wanted(questions, answering.threshold)]
    guards += enforced([answer_guard(records)], hint="run it again; what is there is kept")
    found = figures_of(questions, records, pairs=PAIRS, compared=COMPARED, resamples=resamples)
    return Report(
        kind="paired",
        title="Facts, turns, and facts with the turns behind them",
        command=command,
        resamples=resamples,
        sources=(_source(data, questions),),
        arms=named_arms(limit, answering.threshold),
        headline=HEADLINE,
        figures=found.figures,
        comparisons=found.comparisons,
        costs=costs_of(data.name, records),
        guards=tuple(guards),
        left_out=() if answering.threshold is not None else (_NO_CASCADE,),
        notes=(f"reader: {answering.reader.name}; verifier: {answering.verifier.name}", *NOTES),
        questions=tuple(questions),
        records=tuple(records),
        **stamp(),
    )


def _settings(data: DataSet, answering: Answering, *, store: str, limit: int) -> dict[str, object]:
    """What a record depends on."""
    return {
        "data": data.sha256,
        "questions": len(asked_of(data)),
        "store": str(shown_store(store)),
        "limit": limit,
        "reader": answering.reader.name,
        "verifier": answering.verifier.name,
        "threshold": answering.threshold,
    }


_NO_CASCADE: Final = LeftOut(
    name=CASCADE, reason="no --threshold was named; it belongs to a corpus and a store"
)


def _wanted(questions: Sequence[Asked], threshold: float | None) -> list[Done]:
    arms = [*ARMS, *([CASCADE] if threshold is not None else [])]
    return [Done(arm, each.id) for arm in arms for each in questions]


def _ask(
    data: DataSet,
    answering: Answering,
    file: RecordFile,
    *,
    url: str,
    limit: int,
    progress: Progress,
) -> list[Guard]:
    """Ask what is not on file; the guards of the first conversation's scope, and of all texts."""
    total = len(_wanted(asked_of(data), answering.threshold))
    guards: list[Guard] = []
    with opened(url) as store:
        for each in data.conversations:
            filed = file_conversation(store, each)
            guards += _guards(filed, each, data, limit=limit)
            for question in filter(is_counted, each.questions):
                for record in _records(filed, question, answering, file=file, limit=limit):
                    file.add(record.model_copy(update={"source": data.name}))
                    progress(len(file.records), total)
    return guards


def _guards(filed: Filed, conversation: Conversation, data: DataSet, *, limit: int) -> list[Guard]:
    held = {turn: passage.words for turn, passage in filed.passages.items()}
    asked = [each for each in asked_of(data) if each.conversation == conversation.id]
    recall = filed.knowledge.recall

    def search(text: str, most: int) -> list[str]:
        return [hit.chunk for hit in recall(text, limit=most, sources=["facts"]).hits]

    found = [
        *held_guards(held, {turn.id for turn in conversation.turns}),
        question_guard({**held, **filed.facts}, asked),
        reach_guard(filed.facts, search, limit=limit),
    ]
    named = [each.model_copy(update={"name": f"{each.name}, {conversation.id}"}) for each in found]
    return enforced(named, hint="the store must be empty, and the facts must name their turns")


def _records(
    filed: Filed, question: Question, answering: Answering, *, file: RecordFile, limit: int
) -> Iterator[Record]:
    for arm, give in ARMS.items():
        if Done(arm, question.id) not in file.records:
            began = time.perf_counter()
            given = give(filed, question.text, limit)
            seconds = time.perf_counter() - began
            yield _record(question, arm, given, reader=answering.reader, seconds=seconds)
    if answering.threshold is not None and Done(CASCADE, question.id) not in file.records:
        given = ARMS[TRACES](filed, question.text, limit)
        yield _cascaded(question, given, answering, plain=file.records[Done(TRACES, question.id)])


def _cascaded(question: Question, given: Given, answering: Answering, *, plain: Record) -> Record:
    """The record of facts with traces, or an abstention where the verifier says so."""
    unclear = given.gate < (answering.threshold or 0.0)
    asked = unclear and bool(given.passages)
    verdict = answering.verifier.verify(question.text, given.passages) if asked else None
    stands = not unclear or (verdict is not None and verdict.state == "yes")
    measures: Mapping[str, float] = {**plain.measures, "verifier calls": float(asked)}
    if not stands:
        measures = {
            name: value if name not in {F1, IN_CONTEXT, ABSTAINED} else float(name == ABSTAINED)
            for name, value in measures.items()
        }
    answer = plain.answer if stands else None
    return plain.model_copy(
        update={
            "arm": CASCADE,
            "measures": dict(measures),
            "answer": answer,
            "abstained": answer is None,
        }
    )


def _record(
    question: Question, arm: str, given: Given, *, reader: Reader, seconds: float
) -> Record:
    reading = reader.read(question.text, given.passages)
    context = given.context
    measures = {ABSTAINED: float(reading.text is None), "characters": float(len(context))}
    if question.answerable and question.gold:
        measures |= ranking_measures({each.turn for each in question.gold}, given.evidence)
    if question.answerable and question.answer is not None:
        measures[IN_CONTEXT] = float(gold_in_context(question.answer, context))
        measures[F1] = 0.0 if reading.text is None else token_f1(reading.text, question.answer)
    return Record(
        question=question.id,
        source="",
        arm=arm,
        measures={name: round(value, 6) for name, value in measures.items()},
        found=given.evidence,
        score=given.gate,
        seconds=round(seconds, 6),
        answer=reading.text,
        abstained=reading.text is None,
    )


def _source(data: DataSet, asked: Sequence[Asked]) -> Source:
    return Source(
        name=data.name,
        sha256=data.sha256,
        conversations=len(data.conversations),
        entries=sum(len(each.turns) for each in data.conversations),
        questions=len(data.questions),
        counted=len(asked),
        limits=data.limits,
        blemishes=data.blemishes,
    )
