"""Benchmarks of agent memory: retrieval, isolation of traversal, and speed, with their reports."""

from loom_memory_bench.data.conversation import Conversation, DataSet, Fact, Place, Question, Turn
from loom_memory_bench.data.evidence_pool import read_evidence_pool
from loom_memory_bench.data.locomo import read_locomo
from loom_memory_bench.data.longmemeval import read_longmemeval
from loom_memory_bench.data.own import read_own
from loom_memory_bench.errors import BenchmarkError

__all__ = [
    "BenchmarkError",
    "Conversation",
    "DataSet",
    "Fact",
    "Place",
    "Question",
    "Turn",
    "read_evidence_pool",
    "read_locomo",
    "read_longmemeval",
    "read_own",
]
