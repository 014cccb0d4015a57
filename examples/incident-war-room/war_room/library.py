"""What the company knows before the incident: postmortems and checklists, a scope a service."""

import re
from collections.abc import Iterator
from pathlib import Path

from loom_memory_core import MemoryEntry, taint
from loom_memory_runtime import Tier, TieredMemory
from pydantic import JsonValue

PAGES = Path(__file__).parent / "pages"

SHELVES: dict[str, Tier] = {"postmortems": "semantic", "checklists": "procedural"}
"""What happened once is knowledge; how things are done is procedure."""


def load(memory: TieredMemory) -> None:
    """Put what is new on a page into the tier of its shelf, under the service it is named after.

    A page goes in in one step; what was learnt since lies beside it and stays.
    """
    for shelf, tier in SHELVES.items():
        for page in sorted((PAGES / shelf).glob("*.md")):
            held = [entry.content for entry in memory.recall(tier, page.stem)]
            new = [section for section in _sections(page) if section not in held]
            if new:
                entries = [MemoryEntry(content=section, role=shelf) for section in new]
                memory.runtime.append(tier, page.stem, entries)


def _sections(page: Path) -> Iterator[JsonValue]:
    """Each section, tainted: many hands write these pages, and none of them gives orders here."""
    _, *parts = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading = part.partition("\n")[0].strip()
        yield taint(part.strip(), origin=f"{page.parent.name}/{page.stem}: {heading}")
