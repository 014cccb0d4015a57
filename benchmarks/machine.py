"""What a figure was measured on, as the benchmarks' package tells it."""

from loom_memory_bench.data.json_file import hashed as sha256
from loom_memory_bench.machine import described, filesystem, machine

__all__ = ["described", "filesystem", "machine", "sha256"]
