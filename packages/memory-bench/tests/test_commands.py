"""``loom bench retrieval|isolation|report|compare``."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loom_memory_bench.report.folder import read_report
from loom_memory_cli.main import program

Loom = Callable[..., Result]


@pytest.fixture
def loom(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Loom:
    monkeypatch.chdir(tmp_path)

    def run(*words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(program(), ["bench", *words])
        assert result.exit_code == code, result.output
        return result

    return run


RETRIEVAL = ("retrieval", "--quick", "--store", "memory://")
FTS5_AND_BM25 = ("--arms", "raw FTS5", "BM25")


def test_retrieval_writes_a_report_and_says_where(loom: Loom, tmp_path: Path) -> None:
    result = loom(*RETRIEVAL, "--out", "new report")
    assert "own: answerable questions (3" in result.stdout
    assert "A part of the data" in result.stdout
    assert result.stderr.endswith("Wrote new report/report.html and what it was made of.\n")
    report = read_report(tmp_path / "new report")
    assert [arm.name for arm in report.arms] == ["memory", "BM25", "raw FTS5"]
    assert report.resamples == 1_000


def test_the_command_in_a_report_makes_it_again(loom: Loom, tmp_path: Path) -> None:
    loom(*RETRIEVAL, "--store", "sqlite:///{folder}/x.db", "--out", "a b")
    first = read_report(tmp_path / "a b")
    name, group, *words = shlex.split(first.command)
    assert (name, group) == ("loom", "bench")
    loom(*words)
    second = read_report(tmp_path / "a b")
    assert second.figures == first.figures
    assert second.command == first.command


def test_json_is_the_report_without_its_questions(loom: Loom) -> None:
    report = json.loads(loom(*RETRIEVAL, "--json").stdout)
    assert report["schema_version"] == 1
    assert report["kind"] == "retrieval"
    assert report["figures"]
    assert report["questions"] == report["records"] == []


def test_data_of_another_form_is_a_problem_with_a_hint(loom: Loom, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[{}]")
    result = loom("retrieval", "--locomo", "x.json", code=3)
    assert "x.json is not in LoCoMo's form: 0.sample_id: Field required" in result.stderr
    assert "hint:" in result.stderr


def test_longmemeval_is_measured_by_session_where_no_turn_is_marked(
    loom: Loom, tmp_path: Path
) -> None:
    data = Path(__file__).parent / "data" / "longmemeval.json"
    loom("retrieval", "--longmemeval", str(data), "--store", "memory://", "--out", "lme")
    report = read_report(tmp_path / "lme")
    counts = {
        (each.group, each.measure): each.questions for each in report.figures if each.arm == "BM25"
    }
    assert counts["answerable", "recall@10"] == 1
    assert counts["answerable", "session recall@10"] == 2
    assert counts["unanswerable", "empty"] == 1
    assert ("unanswerable", "recall@10") not in counts


def test_isolation_ends_with_a_verdict(loom: Loom) -> None:
    result = loom("isolation", "--quick", "--store", "memory://")
    assert "The traversal counts: it completes" in result.stdout
    assert "no edge leads where it led" in result.stdout


def test_a_report_is_printed_and_drawn_again(loom: Loom, tmp_path: Path) -> None:
    loom(*RETRIEVAL, "--out", "r")
    drawn = (tmp_path / "r" / "report.html").read_text()
    (tmp_path / "r" / "report.html").unlink()
    result = loom("report", "r")
    assert (tmp_path / "r" / "report.html").read_text() == drawn
    assert "own: recall@10 by group" in result.stdout


def test_a_folder_without_a_report_cannot_be_shown(loom: Loom, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("{}")
    assert "is no report: kind: Field required" in loom("report", ".", code=3).stderr


def test_a_run_does_not_differ_from_itself(loom: Loom) -> None:
    loom(*RETRIEVAL, "--out", "r")
    found = json.loads(loom("compare", "r", "r", "--resamples", "100", "--json").stdout)
    assert {each["measure"] for each in found["comparisons"]} >= {"recall@10", "mrr"}
    assert {(each["wins"], each["losses"], each["p"]) for each in found["comparisons"]} == {
        (0, 0, 1)
    }
    assert not any(each["real"] for each in found["comparisons"])


def test_a_difference_that_is_real_is_called_so(loom: Loom) -> None:
    loom("isolation", "--quick", "--store", "memory://", "--out", "i")
    words = ("--arms", "traversal", "shuffled", "--measure", "chain", "--resamples", "200")
    result = loom("compare", "i", "i", *words)
    (line,) = (each for each in result.stdout.splitlines() if each.startswith("traversal"))
    assert line.split()[:3] == ["traversal", ":", "shuffled"]
    assert line.endswith("yes")


def test_arms_that_are_in_one_report_alone_are_refused(loom: Loom) -> None:
    loom(*RETRIEVAL, "--out", "r")
    loom("isolation", "--quick", "--store", "memory://", "--out", "i")
    assert "nothing is in both reports" in loom("compare", "r", "i", code=3).stderr
    compared = loom("compare", "r", "r", *FTS5_AND_BM25, "--categories", "--resamples", "100")
    assert "multi-hop (" in compared.stdout


def test_other_data_is_not_compared(loom: Loom) -> None:
    for seed in ("1", "2"):
        loom("isolation", "--quick", "--store", "memory://", "--seed", seed, "--out", seed)
    assert (
        "isolation is not the same data in both reports" in loom("compare", "1", "2", code=3).stderr
    )
