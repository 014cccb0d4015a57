"""What every threshold of a cascade would do; the choice is the reader's.

Retrieval is dumped before any answer; the two pure arms, always answering and always asking the
verifier, are run once; and every gate is put together from them afterwards.
"""

import tempfile
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from loom_memory_core import Progress, no_progress, opened
from loom_memory_knowledge import Verifier

from loom_memory_bench.data.conversation import DataSet, Question
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.measures.sign_test import sign_test
from loom_memory_bench.paired.arms import TRACES, facts_and_traces
from loom_memory_bench.paired.filed import file_conversation
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.report import Arm, Gate, Record, Report, Source
from loom_memory_bench.report.stamp import stamp
from loom_memory_bench.retrieval.asking import asked_of, is_counted
from loom_memory_bench.shown_store import shown_store

ALWAYS: Final = "always answer"
VERIFIED: Final = "always ask"
RIGHT: Final = "right"

STEPS: Final = 20
"""Thresholds in the table: so many shares of the questions lie below them."""


NOTES: Final = (
    (
        "right: a turn that answers was retrieved, and it was answered; or there is no answer, and "
        "it was abstained from"
    ),
    "gain kept: of what asking about every question gains over always answering",
    "right without asking: everything below the threshold is abstained from",
    "nothing is chosen here: a threshold belongs to a corpus, a store and a verifier",
)


class Judged(NamedTuple):
    """One question: what was retrieved, and what comes of answering and of asking."""

    question: Question
    gate: float
    holds: bool
    """Whether a turn that answers it was retrieved."""

    says_yes: bool

    @property
    def right_answering(self) -> bool:
        """Whether an answer is right."""
        return self.question.answerable and self.holds

    @property
    def right_asking(self) -> bool:
        """Whether what the verifier says is right."""
        return self.right_answering if self.says_yes else not self.question.answerable


def measure_gates(  # noqa: PLR0913 - one for each option of the command
    data: DataSet,
    verifier: Verifier,
    *,
    command: str,
    store: str,
    limit: int,
    resamples: int = RESAMPLES,
    progress: Progress = no_progress,
) -> Report:
    """Measure the pure arms, and put every gate together.

    Args:
        data: Questions of both kinds.
        verifier: Asked about every question, once.
        command: What a reader types to make the report again.
        store: The URL of an empty store; ``{folder}`` is a temporary folder.
        limit: Passages that the verifier reads.
        resamples: Of the bootstrap.
        progress: Told of every question.

    Raises:
        BenchmarkError: All questions are of one kind.
    """
    questions = asked_of(data)
    check_kinds([each.answerable for each in questions])
    with tempfile.TemporaryDirectory() as name:
        url = store.replace("{folder}", quote(name))
        judged = _judged(data, verifier, url=url, limit=limit, progress=progress)
    records = [record for each in judged for record in _records(data.name, each)]
    pairs = ((VERIFIED, ALWAYS),)
    found = figures_of(questions, records, pairs=pairs, compared=(RIGHT,), resamples=resamples)
    return Report(
        kind="calibrate",
        title="Every threshold of the cascade",
        command=command,
        resamples=resamples,
        sources=(_source(data, len(questions)),),
        arms=(
            Arm(name=ALWAYS, about=f"answers from {TRACES}", settings=shown_store(store)),
            Arm(name=VERIFIED, about=f"abstains unless {verifier.name} says yes"),
        ),
        headline=(RIGHT,),
        figures=found.figures,
        comparisons=found.comparisons,
        gates=tuple(gates(data.name, judged)),
        notes=NOTES,
        questions=tuple(questions),
        records=tuple(records),
        **stamp(),
    )


def check_kinds(answerable: Sequence[bool]) -> None:
    """Refuse questions of one kind: no threshold can be judged by them.

    Raises:
        BenchmarkError: They are.
    """
    if len(set(answerable)) < 2:  # noqa: PLR2004 - the two kinds
        kind = "answerable" if all(answerable) else "unanswerable"
        raise BenchmarkError(
            f"all of the {len(answerable)} questions are {kind}",
            hint="bring questions of both kinds; --unanswerable foreign makes the other kind",
        )


def gates(source: str, judged: Sequence[Judged]) -> list[Gate]:
    """A line for each threshold, from asking nobody to asking about every question.

    Args:
        source: Of the questions.
        judged: All of them.
    """
    scores = sorted(each.gate for each in judged)
    last = len(scores) - 1
    at = dict.fromkeys(round(scores[last * step // STEPS], 4) for step in range(STEPS + 1))
    found = [_gate(source, judged, each) for each in (*at, scores[-1] + 1.0)]
    return list({each.calls: each for each in reversed(found)}.values())[::-1]


def _gate(source: str, judged: Sequence[Judged], threshold: float) -> Gate:
    total = len(judged)
    asked = [each for each in judged if each.gate < threshold]
    wins = sum(each.right_asking and not each.right_answering for each in asked)
    losses = sum(each.right_answering and not each.right_asking for each in asked)
    plain = sum(each.right_answering for each in judged)
    whole = sum(each.right_asking for each in judged) - plain
    return Gate(
        source=source,
        arm=TRACES,
        threshold=threshold,
        calls=len(asked) / total,
        right=(plain + wins - losses) / total,
        gain=(wins - losses) / whole if whole else 0.0,
        alone=(
            sum(each.right_answering for each in judged if each.gate >= threshold)
            + sum(not each.question.answerable for each in asked)
        )
        / total,
        wins=wins,
        losses=losses,
        p=sign_test(wins, losses),
    )


def _judged(
    data: DataSet, verifier: Verifier, *, url: str, limit: int, progress: Progress
) -> list[Judged]:
    total = sum(map(is_counted, data.questions))
    found: list[Judged] = []
    with opened(url) as store:
        for conversation in data.conversations:
            filed = file_conversation(store, conversation)
            asked = [each for each in conversation.questions if is_counted(each)]
            given = [(each, facts_and_traces(filed, each.text, limit)) for each in asked]
            for question, what in given:
                verdict = verifier.verify(question.text, what.passages) if what.passages else None
                gold = {place.turn for place in question.gold}
                found.append(
                    Judged(
                        question,
                        what.gate,
                        holds=bool(gold & set(what.evidence[:limit])),
                        says_yes=verdict is not None and verdict.state == "yes",
                    )
                )
                progress(len(found), total)
    return found


def _records(source: str, judged: Judged) -> list[Record]:
    outcomes = {ALWAYS: judged.right_answering, VERIFIED: judged.right_asking}
    abstained = {ALWAYS: False, VERIFIED: not judged.says_yes}
    return [
        Record(
            question=judged.question.id,
            source=source,
            arm=arm,
            measures={RIGHT: float(right)},
            score=judged.gate,
            abstained=abstained[arm],
        )
        for arm, right in outcomes.items()
    ]


def _source(data: DataSet, counted: int) -> Source:
    return Source(
        name=data.name,
        sha256=data.sha256,
        conversations=len(data.conversations),
        entries=sum(len(each.turns) for each in data.conversations),
        questions=len(data.questions),
        counted=counted,
        limits=data.limits,
    )
