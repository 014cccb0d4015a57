"""``loom memory calibrate``, run as a process on files and stores that are there."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from loom_memory_core import MemoryEntry, opened

Loom = Callable[..., subprocess.CompletedProcess[str]]

Rows = Sequence[Mapping[str, object]]

WORDS = [f"word{number}" for number in range(40)]


@pytest.fixture
def calibrate(tmp_path: Path) -> Loom:
    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name != "LOOM_MEMORY_URL"}
        command = [sys.executable, "-m", "loom_memory_cli", "memory", "calibrate", *arguments]
        return subprocess.run(
            command,
            input=stdin,
            env=kept,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def pairs(path: Path, rows: Rows) -> str:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


@pytest.fixture
def texts(tmp_path: Path) -> str:
    own: Rows = [{"question": f"where is {word}", "texts": [f"{word} is here"]} for word in WORDS]
    strangers: Rows = [{"question": f"why does {word}other sleep"} for word in WORDS]
    return pairs(tmp_path / "pairs.jsonl", [*own, *strangers])


def test_every_threshold_is_printed_and_nothing_is_chosen_in_silence(
    calibrate: Loom, texts: str
) -> None:
    done = calibrate(texts, "--embedder", "hashing:512")
    assert done.returncode == 0, done.stderr
    head, *rows = done.stdout.splitlines()
    assert head.split("  ") == ["threshold", "answers kept", "own answered", "unrelated empty"]
    thresholds = [float(row.split()[0]) for row in rows]
    steps = {round(after - before, 6) for before, after in pairwise(thresholds)}
    assert steps == {0.01}
    assert [float(cell) for cell in rows[0].split()[1:]] == [100, 100, 0]
    assert sum("min_top_score" in row for row in rows) == 1
    assert "hashing:512: 40 questions with an answer, 40 without." in done.stderr
    assert "Nothing was changed" in done.stderr
    assert "[" in done.stderr


def test_a_store_that_no_question_names_is_not_opened(calibrate: Loom, texts: str) -> None:
    done = calibrate(texts, "--embedder", "hashing:512", "--store", "sqlite:///absent.db")
    assert done.returncode == 0, done.stderr


def test_json_is_the_same_table(calibrate: Loom, texts: str) -> None:
    plain = calibrate(texts, "--embedder", "hashing:512")
    report = json.loads(calibrate(texts, "--embedder", "hashing:512", "--json").stdout)
    assert report["schema_version"] == 1
    assert report["space"]["family"] == "hashing"
    assert len(report["table"]) == len(plain.stdout.splitlines()) - 1
    assert (report["answered"], report["unrelated"]) == (40, 40)
    assert report["min_score"] <= report["min_top_score"]
    row = next(row for row in report["table"] if row["threshold"] == report["min_top_score"])
    assert row["own_answered"] >= 0.97
    assert row["unrelated_empty"] > 0.9


def test_the_rule_is_the_users(calibrate: Loom, texts: str) -> None:
    def gate(*options: str) -> float:
        done = calibrate(texts, "--embedder", "hashing:512", "--json", *options)
        return float(json.loads(done.stdout)["min_top_score"])

    assert gate("--keep", "100") <= gate("--keep", "97") < gate("--keep", "20")


def test_keys_of_a_store_are_its_lists(calibrate: Loom, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    with opened(url) as store:
        store.append("k", [MemoryEntry(content=f"{word} is here", id=word) for word in WORDS])
    own: Rows = [{"question": f"where is {word}", "key": "k", "ids": [word]} for word in WORDS]
    strangers: Rows = [{"question": f"why does {word}other sleep", "key": "k"} for word in WORDS]
    path = pairs(tmp_path / "labels.jsonl", [*own, *strangers])
    done = calibrate(path, "--embedder", "hashing:512", "--store", url)
    assert done.returncode == 0, done.stderr
    without = calibrate(path, "--embedder", "hashing:512")
    assert without.returncode == 2
    assert "no store was given" in without.stderr


def test_lines_may_come_from_stdin(calibrate: Loom, texts: str) -> None:
    done = calibrate("-", "--embedder", "hashing:512", stdin=Path(texts).read_text())
    assert done.returncode == 0, done.stderr
    assert done.stdout == calibrate(texts, "--embedder", "hashing:512").stdout


@pytest.mark.parametrize(
    ("stdin", "words"),
    [
        ('{"question": "a", "texts": ["b"]}\n', "no question without an answer"),
        ('{"question": "a"}\n', "no question with an answer"),
        ("not json\n", "line 1 is no labelled question"),
        ("", "no question with an answer"),
    ],
)
def test_what_cannot_be_calibrated_is_wrong_usage(calibrate: Loom, stdin: str, words: str) -> None:
    done = calibrate("-", "--embedder", "hashing:64", stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "hint:" in done.stderr


def test_too_few_are_refused_before_any_is_sent(calibrate: Loom) -> None:
    rows: Rows = [{"question": "a", "texts": ["b"]}, {"question": "c"}]
    service = ("--embedder", "openai:acme", "--base-url", "http://127.0.0.1:9/v1")
    done = calibrate("-", *service, stdin="".join(f"{json.dumps(row)}\n" for row in rows))
    assert done.returncode == 2
    assert "1 question with an answer is too few" in done.stderr


def test_an_embedder_that_is_none_is_wrong_usage(calibrate: Loom, texts: str) -> None:
    done = calibrate(texts, "--embedder", "locla")
    assert done.returncode == 2
    assert "did you mean local?" in done.stderr
