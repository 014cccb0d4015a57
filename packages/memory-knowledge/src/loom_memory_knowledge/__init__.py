"""Structured agent memory: documents, subjects, facts with their sources, and recall."""

from loom_memory_knowledge.answering.answerer import Answer, Answerer, Citation
from loom_memory_knowledge.answering.cascade import Cascade, Judgement, Threshold
from loom_memory_knowledge.answering.chat import ChatReader, ChatVerifier
from loom_memory_knowledge.answering.passage import Passage
from loom_memory_knowledge.answering.reader import Reader, Reading
from loom_memory_knowledge.answering.verifier import Verdict, Verifier
from loom_memory_knowledge.answering.words import SentenceReader, WordsVerifier
from loom_memory_knowledge.chunk import Body, Chunk, Close, Edge, FactClass, SourceTurn
from loom_memory_knowledge.consolidation.chat_extractor import ChatExtractor
from loom_memory_knowledge.consolidation.extracted import Extracted, Extractor, UnreadableReplyError
from loom_memory_knowledge.consolidation.given import GivenFact, GivenReport, TurnName
from loom_memory_knowledge.consolidation.report import Consolidated, ItemReport
from loom_memory_knowledge.consolidation.sentences import SentenceExtractor
from loom_memory_knowledge.consolidation.waiting import Waited
from loom_memory_knowledge.documents.importing import Imported
from loom_memory_knowledge.documents.markdown import MarkdownError
from loom_memory_knowledge.documents.path import Path, path_segment
from loom_memory_knowledge.documents.tree import Dirent
from loom_memory_knowledge.errors import (
    DocumentGoneError,
    FactNotFoundError,
    InvalidPathError,
    InvalidSubjectError,
    InvalidSuccessorError,
    LeaseHeldError,
    LossyMergeError,
    NotGrantedError,
    PathNotFoundError,
    PathTakenError,
)
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.facts.collapsing import Collapsed
from loom_memory_knowledge.facts.fact_name import FactName
from loom_memory_knowledge.facts.listing import NamedFact
from loom_memory_knowledge.facts.merge_band import MergeBand
from loom_memory_knowledge.facts.merge_calibration import (
    BandRow,
    Distribution,
    LabelledPair,
    MergeCalibration,
    calibrate_merge,
)
from loom_memory_knowledge.facts.scope_collapse import PairReport, ScopeCollapsed
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.grants.agent_memory import AgentMemory, Placed
from loom_memory_knowledge.grants.grants import Grants
from loom_memory_knowledge.grants.response import TracedRecall
from loom_memory_knowledge.grants.source_turns import Budget, SourceTurns
from loom_memory_knowledge.graph.recalling import GraphLimits
from loom_memory_knowledge.graph.result import GraphFact, GraphRecall, GraphSubject, Step
from loom_memory_knowledge.keys import PLANES, SOURCES, Plane, Source
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.queue import Queued, Waiting
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.result import Explanation, Hit, Period, Recall
from loom_memory_knowledge.scope import Scope, ScopeKind
from loom_memory_knowledge.subjects.erasing import Erased
from loom_memory_knowledge.subjects.placement import Placement, place
from loom_memory_knowledge.subjects.registry import Known, Listed
from loom_memory_knowledge.subjects.slug import slug
from loom_memory_knowledge.subjects.subject_key import Subject
from loom_memory_knowledge.unit import Unit, UnitRow, Use
from loom_memory_knowledge.units.context import Context
from loom_memory_knowledge.units.derive import derive_units
from loom_memory_knowledge.units.reindexing import Reindexed
from loom_memory_knowledge.writing.authoring import Times
from loom_memory_knowledge.writing.sessions import Ticket
from loom_memory_knowledge.writing.turn import Turn

__all__ = [
    "PLANES",
    "SOURCES",
    "AgentMemory",
    "Answer",
    "Answerer",
    "BandRow",
    "Body",
    "Budget",
    "Cascade",
    "ChatExtractor",
    "ChatReader",
    "ChatVerifier",
    "Chunk",
    "Citation",
    "Close",
    "Collapsed",
    "Consolidated",
    "Context",
    "Dirent",
    "Distribution",
    "Document",
    "DocumentGoneError",
    "Edge",
    "Erased",
    "Explanation",
    "Extracted",
    "Extractor",
    "FactClass",
    "FactName",
    "FactNotFoundError",
    "GivenFact",
    "GivenReport",
    "Grants",
    "GraphFact",
    "GraphLimits",
    "GraphRecall",
    "GraphSubject",
    "Head",
    "Hit",
    "Imported",
    "InvalidPathError",
    "InvalidSubjectError",
    "InvalidSuccessorError",
    "ItemReport",
    "Judgement",
    "Knowledge",
    "Known",
    "LabelledPair",
    "LeaseHeldError",
    "Listed",
    "LossyMergeError",
    "MarkdownError",
    "MergeBand",
    "MergeCalibration",
    "NamedFact",
    "NotGrantedError",
    "PairReport",
    "Passage",
    "Path",
    "PathNotFoundError",
    "PathTakenError",
    "Period",
    "Placed",
    "Placement",
    "Plane",
    "Queued",
    "Reader",
    "Reading",
    "Recall",
    "RecallOptions",
    "Reindexed",
    "Scope",
    "ScopeCollapsed",
    "ScopeKind",
    "SentenceExtractor",
    "SentenceReader",
    "Source",
    "SourceTurn",
    "SourceTurns",
    "Step",
    "Subject",
    "Threshold",
    "Ticket",
    "Times",
    "TracedRecall",
    "Turn",
    "TurnName",
    "Unit",
    "UnitRow",
    "UnreadableReplyError",
    "Use",
    "Verdict",
    "Verifier",
    "Waited",
    "Waiting",
    "WordsVerifier",
    "calibrate_merge",
    "derive_units",
    "path_segment",
    "place",
    "slug",
]
