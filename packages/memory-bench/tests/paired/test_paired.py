"""The paired benchmark: one variable changed, guards kept, and nobody asked twice."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL

import pytest
from loom_memory_bench.data.own import read_own
from loom_memory_bench.data.part import part_of
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.paired.record_file import NAME
from loom_memory_bench.paired.run import Answering, measure_paired
from loom_memory_bench.report.report import Record, Report
from loom_memory_knowledge import Passage, Reading, SentenceReader, WordsVerifier

DATA = part_of(read_own())
OFFLINE = Answering(SentenceReader(), WordsVerifier(), None)


def measured(answering: Answering = OFFLINE, **options: object) -> Report:
    chosen = {"store": "memory://", "resamples": 200, "command": "c", **options}
    return measure_paired(DATA, answering, **chosen)  # type: ignore[arg-type]  # the options of a test


def figure(report: Report, arm: str, measure: str) -> float:
    (found,) = (
        each.mean
        for each in report.figures
        if (each.arm, each.group, each.measure) == (arm, "answerable", measure)
    )
    return found


def test_sources_help_facts_and_matching_turns_help_both() -> None:
    report = measured()
    evidence = {arm: figure(report, arm, "recall@10") for arm in ("facts", "turns", "facts+traces")}
    assert evidence["facts+traces"] > evidence["facts"]
    assert evidence["facts+traces"] >= evidence["turns"]
    assert {each.name for each in report.arms} == set(evidence)
    assert [each.name for each in report.left_out] == ["cascade"]
    assert all(each.passed for each in report.guards)
    assert len(report.records) == 3 * len(report.questions)


def test_unanswerable_questions_are_counted_by_abstention_alone() -> None:
    report = measured()
    without = {each.id for each in report.questions if not each.answerable}
    assert without
    for record in report.records:
        names = set(record.measures)
        assert (names == {"abstained", "characters"}) is (record.question in without)


def test_the_cascade_asks_below_its_threshold_and_never_else() -> None:
    report = measured(OFFLINE._replace(threshold=2.0))
    plain = {each.question: each for each in report.records if each.arm == "facts+traces"}
    cascade = [each for each in report.records if each.arm == "cascade"]
    assert {each.measures["verifier calls"] for each in cascade} == {0.0, 1.0}
    for each in cascade:
        assert (each.score or 0) >= 2.0 or each.measures["verifier calls"] == 1.0
        if each.abstained:
            assert each.measures["verifier calls"] == 1.0
        else:
            assert each.answer == plain[each.question].answer


class Counting:
    """A reader that counts, and fails when it was asked too often."""

    name = "counting"

    def __init__(self, most: int) -> None:
        self.asked = 0
        self._most = most

    def read(self, _question: str, passages: Sequence[Passage]) -> Reading:
        if self.asked == self._most:
            raise ConnectionError("the model went away")
        self.asked += 1
        return Reading(text="yes", cited=tuple(each.number for each in passages[:1]))


def test_a_run_that_broke_off_goes_on_where_it_was(tmp_path: Path) -> None:
    first, second = Counting(50), Counting(10_000)
    with pytest.raises(ConnectionError):
        measured(OFFLINE._replace(reader=first), folder=tmp_path)
    report = measured(OFFLINE._replace(reader=second), folder=tmp_path)
    assert first.asked + second.asked == len(report.records)
    third = Counting(0)
    again = measured(OFFLINE._replace(reader=third), folder=tmp_path)
    assert again.records == report.records
    assert third.asked == 0


def test_records_of_other_settings_are_refused(tmp_path: Path) -> None:
    measured(folder=tmp_path)
    with pytest.raises(BenchmarkError, match="begun with other settings"):
        measured(folder=tmp_path, limit=4)
    file = tmp_path / NAME
    lines = file.read_text().split("\n")
    file.write_text("\n".join([lines[0], "no record", *lines[2:]]))
    with pytest.raises(BenchmarkError, match="line 2"):
        measured(folder=tmp_path)


def test_a_store_that_holds_the_same_turns_is_taken(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'used.db'}"
    measured(store=url)
    report = measured(store=url)  # the same turns under the same names are no others
    assert all(each.passed for each in report.guards)


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "loom_memory_cli", "bench", "paired", "--quick", "--offline"]
    command += ["--out", str(tmp_path)]
    file = tmp_path / NAME
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and not (file.exists() and file.read_text().count("\n") > 5):
            pass
        run.kill()
    before = [json.loads(line) for line in file.read_text().split("\n")[1:-1]]
    assert run.returncode == -SIGKILL, "it was done before it was killed"
    assert before
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    report = Report.model_validate_json((tmp_path / "report.json").read_text())
    kept = {(each.arm, each.question): each for each in report.records}
    for each in before:
        assert kept[each["arm"], each["question"]] == Record.model_validate(each)
    assert len(kept) == 3 * len(report.questions)
