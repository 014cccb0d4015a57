"""LoCoMo's evidence ids, as the benchmarks' package repairs them."""

from loom_memory_bench.data.evidence import Evidence, read_evidence

__all__ = ["Evidence", "read_evidence"]
