"""``loom bench speed``: small sizes, and no time is asserted."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.folder import read_report
from loom_memory_bench.speed import run
from loom_memory_bench.speed.curve import Shape
from loom_memory_bench.speed.scale import QUICK
from loom_memory_cli.main import program


def test_targets_are_measured_and_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["bench", "speed", "--quick", "--only", "id,mem,sz", "--out", "r"]
    result = CliRunner().invoke(program(), words)
    assert result.exit_code == 0, result.output
    report = read_report(tmp_path / "r")
    assert {each.target for each in report.timings} == {"ID", "MEM"}
    assert len({each.series for each in report.points}) == 8
    assert {each.size for each in report.points} == set(QUICK.sizes)
    assert all(each.milliseconds > 0 for each in report.points)
    assert not list(tmp_path.glob("loom-speed-*"))
    page = (tmp_path / "r" / "report.html").read_text()
    assert "search, one key: time by size" in page


def test_an_unknown_target_is_a_wrong_question() -> None:
    result = CliRunner().invoke(program(), ["bench", "speed", "--only", "A1,XX"])
    assert result.exit_code == 2
    assert "no target XX; there are E1, A1" in result.stderr


def test_a_folder_in_memory_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "filesystem", lambda _folder: "tmpfs")
    with pytest.raises(BenchmarkError, match="is in memory"):
        run.measure_speed(["IMP"], command="c", scale=QUICK, folder=tmp_path)


@pytest.mark.parametrize(("entries", "keys"), [(2_500, 1), (4_000, 40), (100, 40)])
def test_a_shape_spreads_its_entries_evenly(entries: int, keys: int) -> None:
    pieces = list(Shape(entries, keys).lists())
    held = {
        number: sum(count for each, count in pieces if each == number) for number in range(keys)
    }
    assert set(held.values()) == {entries // keys}
    assert all(0 < count <= 1_000 for _, count in pieces)
