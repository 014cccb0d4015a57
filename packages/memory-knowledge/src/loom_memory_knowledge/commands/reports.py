"""What each command prints under ``--json``.

A change that a program would notice is a new ``schema_version``.
"""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from loom_memory_knowledge.chunk import SourceTurn
from loom_memory_knowledge.consolidation.report import ItemReport
from loom_memory_knowledge.facts.merge_calibration import MergeCalibration
from loom_memory_knowledge.facts.scope_collapse import PairReport
from loom_memory_knowledge.graph.result import GraphRecall
from loom_memory_knowledge.recall.result import Recall
from loom_memory_knowledge.subjects.erasing import Erased


class Part(BaseModel):
    """What all parts of reports have."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Report(Part):
    """What all reports have."""

    schema_version: Literal[1] = 1
    scope: str


class ImportedFile(Part):
    """One file."""

    file: str
    path: str
    added: int
    edited: int
    removed: int
    unchanged: int


class ImportReport(Report):
    """``loom knowledge import``."""

    files: list[ImportedFile]
    pruned: list[str]
    """The paths of documents that were deleted, for their file is gone."""

    unreadable: list[str]
    """Files that are no UTF-8 text, or could not be opened."""


class ListedName(Part):
    """One name of the tree."""

    path: str
    directory: bool
    document: str | None
    title: str | None
    kind: str | None


class LsReport(Report):
    """``loom knowledge ls``."""

    names: list[ListedName]


class ShowReport(Report):
    """``loom knowledge show``."""

    path: str
    document: str
    title: str
    markdown: str


class RecallReport(Report):
    """``loom knowledge recall``."""

    recall: Recall
    paths: dict[str, str]
    """A name of each document that was found, by its id."""


class ReindexReport(Report):
    """``loom knowledge reindex``."""

    dry_run: bool
    documents: int
    units: int
    missing: int
    surplus: int
    young: int


class SubjectReport(Report):
    """``loom knowledge propose`` and ``loom knowledge adopt``."""

    subject: str
    standing: str
    document: str | None


class AddedSession(Part):
    """What was filed of one session."""

    session: str
    document: str
    turns: int
    item: str
    status: str


class AddReport(Report):
    """``loom knowledge add``."""

    sessions: list[AddedSession]


class ConsolidateReport(Report):
    """``loom knowledge consolidate``."""

    dry_run: bool
    extractor: str | None
    items: tuple[ItemReport, ...]
    left: int
    stopped: str | None = None


class ListedFact(Part):
    """One fact."""

    name: str
    subject: str
    document: str
    chunk: str
    text: JsonValue
    fact_class: str | None
    writer: str
    recorded_at: datetime
    observed_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    closed_at: datetime | None
    heir: str | None
    edges: list[str]
    sources: list[SourceTurn]


class FactsReport(Report):
    """``loom knowledge facts``."""

    facts: list[ListedFact]


class GraphReport(Report):
    """``loom knowledge graph``."""

    graph: GraphRecall


class ImportFactsReport(Report):
    """``loom knowledge import-facts``."""

    written: int
    standing: int
    refused: list[str]


class SupersedeReport(Report):
    """``loom knowledge supersede``."""

    dry_run: bool
    old: str
    new: str
    closed_at: datetime | None


class CollapseReport(Report):
    """``loom knowledge collapse``."""

    dry_run: bool
    facts: int
    pairs: tuple[PairReport, ...]


class EraseReport(Report, Erased):
    """``loom knowledge erase``."""


class CalibrateMergeReport(MergeCalibration):
    """``loom knowledge calibrate-merge``."""

    schema_version: Literal[1] = 1
