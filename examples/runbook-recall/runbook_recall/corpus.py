"""The runbooks as memory: one entry for each section, which says where it came from."""

import re
from collections.abc import Iterator
from pathlib import Path

from loom_memory_core import taint
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
    """Put the runbooks into the semantic tier, unless they are there already."""
    if not memory.recall("semantic", scope, limit=1):
        for section in sections(folder):
            memory.remember("semantic", scope, section, role="runbook")
