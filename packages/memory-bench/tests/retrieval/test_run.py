"""The retrieval benchmark on our own corpus, through real stores."""

import json
from pathlib import Path

import pytest
from loom_memory_bench.data.own import read_own
from loom_memory_bench.data.part import part_of
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.report import Report
from loom_memory_bench.retrieval.asking import LIMIT
from loom_memory_bench.retrieval.bm25 import BM25
from loom_memory_bench.retrieval.raw_fts5 import RAW_FTS5
from loom_memory_bench.retrieval.run import measure_retrieval
from loom_memory_bench.retrieval.stores import named_store, named_stores, own_stores
from loom_memory_core import BackendLoadError, MemoryEntry, opened

OWN = read_own()
WORDS = "sqlite:///{folder}/words.db"


@pytest.fixture(scope="module")
def report() -> Report:
    return measure_retrieval(
        [OWN], [named_store(WORDS), BM25, RAW_FTS5], command="c", resamples=100
    )


def test_every_question_is_a_record_of_every_arm(report: Report) -> None:
    assert [arm.name for arm in report.arms] == ["sqlite", "BM25", "raw FTS5"]
    assert len(report.records) == 3 * len(report.questions) == 3 * 44
    assert all(len(each.found) <= LIMIT for each in report.records)
    assert all(len(set(each.found)) == len(each.found) for each in report.records)


def test_the_figures_are_those_of_the_records(report: Report) -> None:
    own = {each.id for each in report.questions if each.answerable}
    found = [
        each.measures["recall@10"]
        for each in report.records
        if each.arm == "BM25" and each.question in own
    ]
    (figure,) = (
        each
        for each in report.figures
        if (each.arm, each.group, each.measure) == ("BM25", "answerable", "recall@10")
    )
    assert figure.questions == len(own) == 38
    assert figure.mean == pytest.approx(sum(found) / 38, abs=1e-6)
    assert figure.low < figure.mean < figure.high


def test_the_others_are_compared_with_the_first(report: Report) -> None:
    pairs = {(each.first, each.second) for each in report.comparisons}
    assert pairs == {("BM25", "sqlite"), ("raw FTS5", "sqlite")}


def test_costs_are_told(report: Report) -> None:
    costs = {each.arm: each for each in report.costs}
    assert costs["BM25"].bytes is None
    assert (costs["raw FTS5"].bytes or 0) > 10_000
    assert (costs["sqlite"].bytes or 0) > 10_000
    assert all(each.questions_per_second > 0 for each in report.costs)


def test_a_report_reads_back(report: Report) -> None:
    assert Report.model_validate_json(report.model_dump_json(exclude_defaults=True)) == report


def test_stores_that_share_a_file_are_filled_once() -> None:
    stores = [each for each in own_stores("hashing:64") if each.name in {"dense", "hybrid"}]
    found = measure_retrieval([part_of(OWN)], stores, command="c", resamples=50)
    assert [arm.name for arm in found.arms] == ["dense", "hybrid"]
    assert len({each.bytes for each in found.costs}) == 1
    assert not found.left_out
    assert all(each.score is not None for each in found.records if each.arm == "dense")


def test_a_store_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    with opened(url) as store:
        store.append("own/own-1", [MemoryEntry(content="something else")])
    with pytest.raises(BenchmarkError, match="holds 1 other entries under 'own/own-1'"):
        measure_retrieval([OWN], [named_store(url)], command="c", resamples=50)


def test_what_cannot_run_is_a_line_unless_it_was_named() -> None:
    url = "vector+sqlite:///{folder}/v.db?embedder=no.such:thing&min_score=0"
    named = named_store(url)
    with pytest.raises(BackendLoadError):
        measure_retrieval([OWN], [named], command="c", resamples=50)
    found = measure_retrieval(
        [OWN], [BM25, named._replace(required=False)], command="c", resamples=50
    )
    assert [each.name for each in found.left_out] == [named.name]
    assert [each.name for each in found.arms] == ["BM25"]


def test_nobody_to_ask_is_refused() -> None:
    with pytest.raises(BenchmarkError, match="nobody could be asked"):
        measure_retrieval([OWN], [], command="c")


def test_two_of_one_name_are_refused_and_stores_are_numbered() -> None:
    with pytest.raises(BenchmarkError, match="'BM25' is there 2 times"):
        measure_retrieval([OWN], [BM25, BM25], command="c")
    stores = named_stores(["memory://", "memory://"])
    found = measure_retrieval([part_of(OWN)], stores, command="c", resamples=20)
    assert [each.name for each in found.arms] == ["memory", "memory 2"]
    assert {(each.wins, each.losses) for each in found.comparisons} == {(0, 0)}


def test_data_without_gold_is_refused() -> None:
    blank = OWN._replace(
        conversations=tuple(
            each._replace(
                questions=tuple(
                    question._replace(gold=(), gold_sessions=(), answerable=True)
                    for question in each.questions
                )
            )
            for each in OWN.conversations
        )
    )
    with pytest.raises(BenchmarkError, match="own has no question whose answer's place is known"):
        measure_retrieval([blank], [BM25], command="c")


def test_secrets_stay_out_of_a_report() -> None:
    candidate = named_store("postgresql://ada:s3cret@db.example/loom?language=none")
    assert "s3cret" not in json.dumps([candidate.name, candidate.settings])
    assert candidate.settings["language"] == "none"
