"""E1: what an entry costs in Python before SQLite sees it; reported, to explain the other rows."""

from loom_memory_core import MemoryEntry, index_terms, searchable_text
from loom_memory_core.language import stems

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.row import Row, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import BATCH, Stock
from loom_memory_bench.speed.stopwatch import CPU, Job, medians, race


def before_storing(stock: Stock, scale: Scale) -> list[Row]:
    """E1: the one text, and the terms, of an entry."""
    rows = stock.rows(BATCH)
    jobs: dict[str, Job] = {
        "to_json": lambda: [row.entry.to_json() for row in rows],
        "dump": lambda: [row.entry.model_dump_json(exclude_none=True) for row in rows],
        "terms": lambda: [_terms(row) for row in rows],
        "stems": lambda: [stems(_terms(row), "english") for row in rows],
        "from_stored": lambda: [MemoryEntry.from_stored(row.body) for row in rows],
        "validate": lambda: [MemoryEntry.model_validate_json(row.body) for row in rows],
    }
    times = medians(race(jobs, rounds=scale.rounds, clock=CPU))
    each = {name: seconds / BATCH for name, seconds in times.items()}
    return [
        ratio("E1", "to_json, x model_dump_json", (each["to_json"], each["dump"]), unit="us"),
        ratio("E1", "terms and stems, x terms", (each["stems"], each["terms"]), unit="us"),
        ratio("E1", "from_stored, x parse", (each["from_stored"], each["validate"]), unit="us"),
    ]


def _terms(row: Item) -> list[str]:
    return index_terms(searchable_text(row.entry))
