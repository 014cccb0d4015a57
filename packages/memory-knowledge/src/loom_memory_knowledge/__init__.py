"""Structured agent memory: documents, subjects, facts with their sources, and recall."""

from loom_memory_knowledge.chunk import Body, Chunk, Close, Edge, FactClass, SourceTurn
from loom_memory_knowledge.documents.importing import Imported
from loom_memory_knowledge.documents.markdown import MarkdownError
from loom_memory_knowledge.documents.path import Path, path_segment
from loom_memory_knowledge.documents.tree import Dirent
from loom_memory_knowledge.errors import (
    DocumentGoneError,
    InvalidPathError,
    InvalidSubjectError,
    LeaseHeldError,
    NotGrantedError,
    PathNotFoundError,
    PathTakenError,
)
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.grants.agent_memory import AgentMemory, Placed
from loom_memory_knowledge.grants.grants import Grants
from loom_memory_knowledge.grants.response import TracedRecall
from loom_memory_knowledge.grants.source_turns import Budget, SourceTurns
from loom_memory_knowledge.keys import PLANES, SOURCES, Plane, Source
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.result import Explanation, Hit, Period, Recall
from loom_memory_knowledge.scope import Scope, ScopeKind
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
    "Body",
    "Budget",
    "Chunk",
    "Close",
    "Context",
    "Dirent",
    "Document",
    "DocumentGoneError",
    "Edge",
    "Explanation",
    "FactClass",
    "Grants",
    "Head",
    "Hit",
    "Imported",
    "InvalidPathError",
    "InvalidSubjectError",
    "Knowledge",
    "Known",
    "LeaseHeldError",
    "Listed",
    "MarkdownError",
    "NotGrantedError",
    "Path",
    "PathNotFoundError",
    "PathTakenError",
    "Period",
    "Placed",
    "Placement",
    "Plane",
    "Recall",
    "RecallOptions",
    "Reindexed",
    "Scope",
    "ScopeKind",
    "Source",
    "SourceTurn",
    "SourceTurns",
    "Subject",
    "Ticket",
    "Times",
    "TracedRecall",
    "Turn",
    "Unit",
    "UnitRow",
    "Use",
    "derive_units",
    "path_segment",
    "place",
    "slug",
]
