"""Every `python` and `console` block of the documentation runs, in the order of its page."""

import os
import sys
from pathlib import Path

import pytest
from doc_blocks import SERVICES, Reader, blocks, pages
from members import ROOT


@pytest.mark.parametrize("page", pages(ROOT), ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_of_a_page_run(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", reader.module)
    for block in blocks(page):
        finished = False
        with subtests.test(f"{page.relative_to(ROOT)}:{block.line}"):
            if block.requires is not None:
                found = service(block.requires, request)
                monkeypatch.setenv(SERVICES[block.requires], found)
                if block.requires == "postgres":
                    programs = request.getfixturevalue("postgres_programs")
                    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
            reader.run(block)
            finished = True
        if not finished and block.requires is None:
            break  # what follows on the page stands on this block


def service(name: str, request: pytest.FixtureRequest) -> str:
    """Where the service is; without it, the kit's fixture skips, or fails if it is required."""
    if name == "openai":
        return str(request.getfixturevalue("openai_server").url)
    return str(request.getfixturevalue(f"{name}_url"))
