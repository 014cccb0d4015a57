"""The runbooks as memory: one entry for each section, which says where it came from."""

import re
from collections.abc import Iterator
from pathlib import Path

from loom_memory_core import MemoryEntry, taint
from loom_memory_runtime import TieredMemory
from pydantic import JsonValue

RUNBOOKS = Path(__file__).parent / "runbooks"


def sections(folder: Path) -> Iterator[JsonValue]:
    """Each section of each page below ``folder``, tainted with page and heading.

    Runbooks are written by many people, so to a model they are data and not orders: the
    taint keeps saying so, through store, search and log.
    """
    for page in sorted(folder.glob("*.md")):
        _, *parts = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for part in parts:
            heading, _, body = part.partition("\n")
            text = f"{heading.strip()}\n{body.strip()}"
            yield taint(text, origin=f"{page.name}#{heading.strip()}")


def load(memory: TieredMemory, scope: str, folder: Path = RUNBOOKS) -> None:
    """Make the semantic tier hold the pages as they are now.

    All of them are put in in one step. A load that died, or met another one, is mended by the
    next.

    Raises:
        FileNotFoundError: There is no section below ``folder``.
    """
    wanted = list(sections(folder))
    if not wanted:
        raise FileNotFoundError(
            f"no runbooks in {folder}: put *.md files with '## ' headings there"
        )
    if [entry.content for entry in memory.recall("semantic", scope)] != wanted:
        memory.runtime.clear("semantic", scope)
        memory.runtime.append(
            "semantic", scope, [MemoryEntry(content=each, role="runbook") for each in wanted]
        )
