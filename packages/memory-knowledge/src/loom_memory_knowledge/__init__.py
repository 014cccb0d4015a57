"""Structured agent memory: documents, subjects, facts with their sources, and recall."""

from loom_memory_knowledge.chunk import Body, Chunk, Close, Edge, SourceTurn
from loom_memory_knowledge.errors import (
    DocumentGoneError,
    InvalidPathError,
    InvalidSubjectError,
    LeaseHeldError,
    NotGrantedError,
    PathNotFoundError,
    PathTakenError,
)
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import PLANES, SOURCES, Plane, Source
from loom_memory_knowledge.scope import Scope, ScopeKind
from loom_memory_knowledge.unit import Unit, UnitRow, Use

__all__ = [
    "PLANES",
    "SOURCES",
    "Body",
    "Chunk",
    "Close",
    "Document",
    "DocumentGoneError",
    "Edge",
    "InvalidPathError",
    "InvalidSubjectError",
    "LeaseHeldError",
    "NotGrantedError",
    "PathNotFoundError",
    "PathTakenError",
    "Plane",
    "Scope",
    "ScopeKind",
    "Source",
    "SourceTurn",
    "Unit",
    "UnitRow",
    "Use",
]
