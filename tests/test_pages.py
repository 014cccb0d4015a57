"""Every `python` and `console` block of the documentation runs, in the order of its page."""

import os
import sys
from pathlib import Path

import pytest
from doc_blocks import SERVICES, Block, Reader, blocks, pages

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("page", pages(ROOT), ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", reader.module)
    for block in blocks(page):
        finished = False
        with subtests.test(f"{page.relative_to(ROOT)}:{block.line}"):
            _skip_without_its_service(block)
            reader.run(block)
            finished = True
        if not finished and block.requires is None:
            break  # what follows on the page stands on this block


def _skip_without_its_service(block: Block) -> None:
    if block.requires is None or SERVICES[block.requires] in os.environ:
        return
    reason = f"{block.requires} is needed, and {SERVICES[block.requires]} is not set"
    if block.requires in os.environ.get("LOOM_REQUIRE", "").split(","):
        pytest.fail(reason)
    pytest.skip(reason)
