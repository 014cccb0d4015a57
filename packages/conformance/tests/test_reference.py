"""The page of every case says what the docstrings say."""

from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, cases_of
from loom_conformance.reference import main, page

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "conformance.md"


def test_the_page_is_up_to_date() -> None:
    hint = "python -m loom_conformance.reference docs/reference/conformance.md"
    assert PAGE.read_text(encoding="utf-8") == page(), f"write it anew: {hint}"


def test_every_case_stands_under_its_anchor() -> None:
    text = page()
    for name, each in cases_of(MemoryStoreContract).items():
        assert f"\n### {name}\n\n{each.promise}\n" in text
        assert each.anchor.rpartition("#")[2] == name.replace(".", "")


def test_the_command_prints_or_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main([str(tmp_path / "page.md")]) == 0
    assert capsys.readouterr().out == (tmp_path / "page.md").read_text() == page()
