"""Benchmarks of agent memory: retrieval, isolation of traversal, and speed, with their reports."""

from loom_memory_bench.data.conversation import Conversation, DataSet, Fact, Place, Question, Turn
from loom_memory_bench.data.evidence_pool import read_evidence_pool
from loom_memory_bench.data.locomo import read_locomo
from loom_memory_bench.data.longmemeval import read_longmemeval
from loom_memory_bench.data.own import read_own
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.isolation.run import measure_isolation
from loom_memory_bench.isolation.traversal import MakeTraversal, Traversal
from loom_memory_bench.isolation.world import WorldFact
from loom_memory_bench.measures.answer_text import compression, gold_in_context, token_f1
from loom_memory_bench.measures.bootstrap import Interval, interval, intervals
from loom_memory_bench.measures.ranking import ranking_measures, session_measures
from loom_memory_bench.measures.sign_test import sign_test
from loom_memory_bench.report.contrast import contrast, is_real
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.folder import read_report, write_report
from loom_memory_bench.report.report import (
    Arm,
    Asked,
    Comparison,
    Cost,
    Figure,
    Gate,
    Guard,
    LeftOut,
    Point,
    Record,
    Report,
    Source,
    Timing,
)
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking
from loom_memory_bench.retrieval.run import measure_retrieval
from loom_memory_bench.retrieval.stores import named_store, own_stores

__all__ = [
    "Arm",
    "Asked",
    "BenchmarkError",
    "Candidate",
    "Comparison",
    "Contender",
    "Conversation",
    "Cost",
    "DataSet",
    "Fact",
    "Figure",
    "Gate",
    "Guard",
    "Interval",
    "LeftOut",
    "MakeTraversal",
    "Place",
    "Point",
    "Question",
    "Ranking",
    "Record",
    "Report",
    "Source",
    "Timing",
    "Traversal",
    "Turn",
    "WorldFact",
    "compression",
    "contrast",
    "figures_of",
    "gold_in_context",
    "interval",
    "intervals",
    "is_real",
    "measure_isolation",
    "measure_retrieval",
    "named_store",
    "own_stores",
    "ranking_measures",
    "read_evidence_pool",
    "read_locomo",
    "read_longmemeval",
    "read_own",
    "read_report",
    "session_measures",
    "sign_test",
    "token_f1",
    "write_report",
]
