"""Tables in plain text, as the benchmarks' package makes them."""

from loom_memory_bench.table import table

__all__ = ["table"]
