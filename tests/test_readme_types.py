"""What the README shows type-checks strictly in an application that has our packages installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from doc_blocks import blocks
from members import ROOT, members


def python_of(page: Path) -> str:
    """The page's Python, as one file."""
    return "\n".join(block.source for block in blocks(page) if block.language == "python")


PAGES = [ROOT / "README.md", *(member / "README.md" for member in members())]
WITH_PYTHON = [page for page in PAGES if page.exists() and python_of(page)]


@pytest.mark.parametrize("readme", WITH_PYTHON, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_of_a_readme_is_strictly_typed(readme: Path, tmp_path: Path) -> None:
    (tmp_path / "application.py").write_text(python_of(readme))
    answer = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "application.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
