"""What each command prints under ``--json``.

A change that a program would notice is a new ``schema_version``.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from loom_memory_knowledge.recall.result import Recall


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
