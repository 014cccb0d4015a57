"""Running the retrieval benchmark: every contender on every data set, in one report."""

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from loom_memory_core import LoomError, Progress, no_progress

from loom_memory_bench.data.conversation import DataSet
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.report.figures import Figures, figures_of
from loom_memory_bench.report.report import Arm, Asked, Cost, LeftOut, Record, Report, Source
from loom_memory_bench.report.stamp import stamp
from loom_memory_bench.retrieval.asking import answers, asked_of, steps
from loom_memory_bench.retrieval.contender import Candidate

HEADLINE: Final = ("recall@10", "recall@5", "recall@20", "mrr", "ndcg@10", "session recall@10")
COMPARED: Final = ("recall@10",)

NOTES: Final = (
    (
        "recall@N: of the turns that hold the answer, the part among the first N found; any@10 and "
        "all@10: whether any, and whether all of them, are among the first ten"
    ),
    (
        "mrr: one over the rank of the first such turn, within twenty; ndcg@10: every such turn "
        "worth the same"
    ),
    (
        "session recall@10: of the sessions that hold the answer, the part among the first ten "
        "distinct sessions, in the order of their best turns"
    ),
    (
        "of an adversarial question, finding the turn of the other person counts as found, so its "
        "figures flatter; they are never pooled with the others"
    ),
    (
        "times are those of one search with a limit of 20; a Loom store embeds the question in it, "
        "a peer is given its vector"
    ),
    "empty: the part of the questions to which nothing was found",
    (
        "questions about one conversation are not independent: between conversations the spread is "
        "wider than the brackets say"
    ),
)


class Measured(NamedTuple):
    """What one contender made of one data set."""

    records: tuple[Record, ...]
    cost: Cost


def measure_retrieval(
    data: Sequence[DataSet],
    candidates: Sequence[Candidate],
    *,
    command: str,
    resamples: int = RESAMPLES,
    progress: Progress = no_progress,
) -> Report:
    """Measure the candidates; all others are compared with the first of them.

    Args:
        data: What is asked.
        candidates: Who is asked. One that is not required and cannot run is a line of the report.
        command: What a reader types to make the report again.
        resamples: Of the bootstrap.
        progress: Told of every conversation that is put in and every question.

    Raises:
        BenchmarkError: A store is not empty, two have one name, or nobody could be asked.
        LoomError: A required candidate cannot run.
    """
    _check_names([each.name for each in candidates])
    _check_names([each.name for each in data])
    asked = {each.name: _asked(each) for each in data}
    left_out: dict[str, str] = {}
    found_last_first = _measured(data, candidates, left_out=left_out, progress=progress)
    order = [each.name for each in candidates]
    measured = sorted(found_last_first, key=lambda each: order.index(each.cost.arm))
    arms = _arms(candidates, measured, left_out)
    pairs = [(each.name, arms[0].name) for each in arms[1:]]
    found = [
        _figures(questions, measured, pairs=pairs, resamples=resamples)
        for questions in asked.values()
    ]
    return Report(
        kind="retrieval",
        title="Retrieval",
        command=command,
        resamples=resamples,
        sources=tuple(_source(each, asked[each.name]) for each in data),
        arms=arms,
        headline=HEADLINE,
        figures=tuple(figure for each in found for figure in each.figures),
        comparisons=tuple(pair for each in found for pair in each.comparisons),
        costs=tuple(cost for _, cost in measured),
        left_out=tuple(LeftOut(name=name, reason=why) for name, why in left_out.items()),
        notes=NOTES,
        questions=tuple(question for each in asked.values() for question in each),
        records=tuple(record for each in measured for record in each.records),
        **stamp(),
    )


def _arms(
    candidates: Sequence[Candidate], measured: Sequence[Measured], left_out: dict[str, str]
) -> tuple[Arm, ...]:
    """Those that could be asked, in the order in which they were named."""
    asked = {each.cost.arm for each in measured}
    if not asked:
        raise BenchmarkError(
            f"nobody could be asked: {left_out}", hint="pip install 'loom-memory-core[bench]'"
        )
    return tuple(
        Arm(name=each.name, about=each.about, settings=each.settings)
        for each in candidates
        if each.name in asked
    )


def _check_names(names: Sequence[str]) -> None:
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BenchmarkError(
            f"{twice[0]!r} is there {names.count(twice[0])} times, and records go by that name",
            hint="give each a name of its own",
        )


def _asked(data: DataSet) -> list[Asked]:
    if asked := asked_of(data):
        return asked
    raise BenchmarkError(
        f"{data.name} has no question whose answer's place is known",
        hint="name a file whose questions have evidence",
    )


def _measured(
    data: Sequence[DataSet],
    candidates: Sequence[Candidate],
    *,
    left_out: dict[str, str],
    progress: Progress,
) -> Iterator[Measured]:
    """The candidates in turn, the last one first: it fills the files that others share with it."""
    done, total = 0, len(candidates) * sum(map(steps, data))

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    for each in data:
        with tempfile.TemporaryDirectory() as folder:
            for candidate in reversed(candidates):
                try:
                    with candidate.opened(Path(folder)) as contender:
                        records = tuple(answers(contender, each, candidate.name, step=step))
                        size = contender.bytes()
                except (LoomError, OSError) as error:
                    if candidate.required:
                        raise
                    left_out[_named(candidate, each, data)] = _first_line(error)
                else:
                    yield Measured(records, _cost(records, size))


def _named(candidate: Candidate, one: DataSet, data: Sequence[DataSet]) -> str:
    return candidate.name if len(data) == 1 else f"{candidate.name}, {one.name}"


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _figures(
    questions: Sequence[Asked],
    measured: Sequence[Measured],
    *,
    pairs: Sequence[tuple[str, str]],
    resamples: int,
) -> Figures:
    source = questions[0].source
    records = [record for each in measured for record in each.records if record.source == source]
    return figures_of(questions, records, pairs=pairs, compared=COMPARED, resamples=resamples)


def _cost(records: Sequence[Record], size: int | None) -> Cost:
    times = sorted(1000 * (each.seconds or 0.0) for each in records)
    return Cost(
        source=records[0].source,
        arm=records[0].arm,
        questions_per_second=round(1000 * len(times) / max(sum(times), 1e-9), 1),
        p50_milliseconds=round(statistics.median(times), 3),
        p95_milliseconds=round(times[int(len(times) * 0.95)], 3),
        bytes=size,
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
