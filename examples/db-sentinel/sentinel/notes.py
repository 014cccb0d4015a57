"""Runbooks and schema notes as memory: one tainted entry for each section."""

import re
from collections.abc import Iterator
from pathlib import Path

from loom_memory_core import MemoryEntry, taint
from loom_memory_runtime import TieredMemory
from pydantic import JsonValue

PAGES = Path(__file__).parent / "pages"

CORPUS = "team/db"
"""The scope that the notes lie under, in the semantic tier."""


def load(memory: TieredMemory) -> None:
    """Make the semantic tier hold the notes as they are now, all of them put in in one step."""
    wanted = [
        MemoryEntry(content=section, role=page.stem)
        for page in sorted(PAGES.glob("*.md"))
        for section in _sections(page)
    ]
    held = memory.recall("semantic", CORPUS)
    if [entry.content for entry in held] != [entry.content for entry in wanted]:
        memory.runtime.clear("semantic", CORPUS)
        memory.runtime.append("semantic", CORPUS, wanted)


def _sections(page: Path) -> Iterator[JsonValue]:
    _, *parts = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading = part.partition("\n")[0].strip()
        yield taint(part.strip(), origin=f"{page.name}#{heading}")
