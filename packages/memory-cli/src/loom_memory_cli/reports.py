"""What each command prints under ``--json``; a change that a program would notice is a new version.

Imported by a command that runs, never for the help.
"""

import json
from typing import Annotated, Literal, Self

from loom_memory_core import MemoryEntry, Problem, StoreInfo
from pydantic import BaseModel, ConfigDict, JsonValue, PlainSerializer


def _as_stored(entry: MemoryEntry) -> JsonValue:
    value: JsonValue = json.loads(entry.to_json())
    return value


Entry = Annotated[MemoryEntry, PlainSerializer(_as_stored, return_type=JsonValue)]
"""An entry as a store keeps it: what is absent is left out."""


class Report(BaseModel):
    """What all reports have."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1


class AppendReport(Report):
    """``loom memory append``."""

    key: str
    ids: list[str]
    """The ids of the new entries, in order."""


class ReadReport(Report):
    """``loom memory read``."""

    key: str
    entries: list[Entry]
    """In append order."""


class Hit(BaseModel):
    """One match."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    score: float
    """Higher is better; compares within one result only."""

    similarity: float | None
    """The cosine, where there is one."""

    entry: Entry


class SearchReport(Report):
    """``loom memory search``."""

    key: str
    query: str
    hits: list[Hit]
    """Best first."""


class RemoveReport(Report):
    """``loom memory remove``."""

    key: str
    removed: int
    """How many entries went."""


class ClearReport(Report):
    """``loom memory clear``."""

    cleared: bool
    """``False`` for a dry run, which changes nothing."""

    keys: list[str]


class KeysReport(Report):
    """``loom memory keys``."""

    keys: list[str]


class Counts(BaseModel):
    """What lies under the keys that share a first segment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    keys: int
    entries: int
    bytes: int


class ProblemFound(BaseModel):
    """One thing that is wrong inside a store."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    detail: str
    key: str | None
    position: int | None

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """The report of one problem."""
        return cls(**problem._asdict())


class InfoReport(Report):
    """``loom memory info``."""

    keys: int
    entries: int
    bytes: int
    store_schema: int | None
    indexes: list[str]
    embedding: str | None
    cut_entries: int
    """Entries of which an index holds the first 50,000 distinct terms only."""

    prefixes: dict[str, Counts]
    """The counts for each first segment of the keys (the part before ``/``)."""

    checked: bool
    """Whether problems were looked for."""

    problems: list[ProblemFound]

    @classmethod
    def of(cls, found: StoreInfo, *, checked: bool) -> Self:
        """The report of what ``inspect`` found."""
        return cls(
            keys=found.keys,
            entries=found.entries,
            bytes=found.bytes,
            store_schema=found.schema,
            indexes=list(found.indexes),
            embedding=found.embedding,
            cut_entries=found.cut_entries,
            prefixes={name: Counts(**counts._asdict()) for name, counts in found.prefixes.items()},
            checked=checked,
            problems=[ProblemFound.of(each) for each in found.problems],
        )


class LoadSummary(Report):
    """``loom memory load`` and ``loom memory copy``."""

    model_config = ConfigDict(from_attributes=True)

    keys: int
    entries: int
    written: int
    """Entries written; the others were there already."""

    replaced: int
    """Lists replaced."""

    corrupt: int
    """Rows of the source left out because they cannot be parsed."""


class RepairReport(Report):
    """``loom memory repair``."""

    dealt_with: list[ProblemFound]


class ReindexReport(Report):
    """``loom memory reindex``."""

    entries: int
    """How many entries were indexed."""


class BackendReport(BaseModel):
    """One backend, or one that is broken."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scheme: str
    distribution: str
    version: str
    enabled: bool
    """Whether ``LOOM_PLUGINS`` lets it in; one that it shuts out is not loaded."""

    contract: str | None = None
    matching: str | None = None
    verbs: list[str] | None = None
    """The optional verbs; ``None`` where the backend was not or could not be loaded."""

    summary: str | None = None
    error: str | None = None
    """Why it is broken."""

    hint: str | None = None
    """What to do about it."""


class CommandReport(BaseModel):
    """One command of another package, or one that is broken."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    """As it is typed behind ``loom``."""

    distribution: str
    version: str
    enabled: bool
    """Whether ``LOOM_PLUGINS`` lets it in."""

    error: str | None = None
    """Why it is broken."""

    hint: str | None = None
    """What to do about it."""


class PluginListReport(Report):
    """``loom plugin list``."""

    loaded: bool
    """``False`` with ``--no-load``: from metadata alone."""

    backends: list[BackendReport]
    commands: list[CommandReport]
    """Those of other packages than the command's own."""
