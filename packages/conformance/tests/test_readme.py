"""What the README shows is what a stranger gets who types it in."""

import json
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-Werror", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_store_of_the_readme_reaches_core(tmp_path: Path) -> None:
    (tmp_path / "test_acme.py").write_text("\n\n".join(BLOCKS))
    done = run(tmp_path, "test_acme.py", "--loom-report", "report")
    assert done.returncode == 0, done.stdout
    counts = re.search(r"level core: \d+ passed, \d+ skipped, \d+ not proven", done.stdout)
    assert counts is not None
    assert counts.group() in README.read_text(encoding="utf-8")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    assert report["stores"][0]["level"] == "core"
    assert {path.name for path in (tmp_path / "report").iterdir()} == {
        *("report.json", "report.md", "junit.xml", "badge-TestAcme.json")
    }


def test_its_fault_is_told_as_the_readme_says(tmp_path: Path) -> None:
    broken = "\n\n".join(BLOCKS).replace("reversed(rows)", "rows")
    (tmp_path / "test_acme.py").write_text(broken)
    done = run(tmp_path, "test_acme.py", "-k", "test_append_order and not order_")
    assert done.returncode == 1
    shown = README.read_text(encoding="utf-8").partition("append.order is not kept.")[2]
    for line in shown.partition("```")[0].splitlines():
        assert line.strip(" .)]").rpartition("MemoryEntry(content='alpha'")[0] in done.stdout
