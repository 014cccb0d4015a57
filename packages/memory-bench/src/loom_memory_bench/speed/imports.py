"""IMP: what importing core adds to importing pydantic and defining one model."""

import statistics
import subprocess
import sys
from typing import Final

from loom_memory_bench.speed.row import Row, at_most
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock

PROGRAM: Final = """
import time
import pydantic

class Model(pydantic.BaseModel):
    field: int

before = time.process_time()
import loom_memory_core
print(before, time.process_time() - before)
"""


def importing(_stock: Stock, scale: Scale) -> list[Row]:
    """IMP: cpu that the import adds, in new processes."""
    costs = [_cost() for _ in range(max(scale.rounds // 2, 3))]
    before, added = (statistics.median(each) * 1e3 for each in zip(*costs, strict=True))
    what = "import core, cpu ms above pydantic with one model"
    return [Row("IMP", what, added, at_most(60), added, before, "ms")]


def _cost() -> tuple[float, float]:
    """Seconds of cpu of one process: until pydantic is there, and for core after it."""
    printed = subprocess.check_output([sys.executable, "-c", PROGRAM], text=True)
    before, added = map(float, printed.split())
    return before, added
