"""What a benchmark refuses to measure, since the figure would say something else."""

from loom_memory_core import LoomError


class BenchmarkError(LoomError, ValueError):
    """Data, a store or a report that no honest figure can be made of."""

    code = "benchmark-refused"
