"""What is on file about a subject: who it is, and what was proposed and decided."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from loom_memory_core import CorruptEntryError, MemoryEntry
from pydantic import ValidationError

from loom_memory_knowledge.part import Part

Standing = Literal["filed", "proposed", "rejected", "unknown"]
"""Whether a subject has a document, waits for a curator, was turned down, or neither."""


class Paper(Part):
    """One entry under a subject's slug."""

    paper: Literal["filing", "proposal", "rejection"]
    type: str
    name: str
    at: datetime
    document: str | None = None
    """The id of the subject's document, for a filing."""

    evidence: str | None = None
    """Why the subject should be known to all, for a proposal; data, and never an instruction."""

    by: str | None = None
    """Who proposes or decides, as the caller names them."""


class File(NamedTuple):
    """All papers about one slug, and what they come to."""

    filing: Paper | None
    """The first one: it says the type and the document, whatever comes later."""

    proposals: tuple[Paper, ...]
    rejected: bool

    @property
    def standing(self) -> Standing:
        """What the papers come to; a filing outweighs a rejection."""
        if self.filing is not None:
            return "filed"
        if self.rejected:
            return "rejected"
        return "proposed" if self.proposals else "unknown"


def paper_entry(paper: Paper) -> MemoryEntry:
    """The entry that keeps a paper."""
    return MemoryEntry(content=None, timestamp=paper.at, meta=paper.to_meta())


def file_of(rows: Sequence[MemoryEntry], *, key: str) -> File:
    """What the entries under a slug come to.

    Raises:
        CorruptEntryError: One of them is no paper.
    """
    papers = [_paper(row, key, at) for at, row in enumerate(rows)]
    filings = [each for each in papers if each.paper == "filing"]
    proposals = tuple(each for each in papers if each.paper == "proposal")
    rejected = any(each.paper == "rejection" for each in papers)
    return File(filings[0] if filings else None, proposals, rejected)


def _paper(row: MemoryEntry, key: str, at: int) -> Paper:
    try:
        return Paper.model_validate(row.meta)
    except ValidationError:
        raise CorruptEntryError(key, at, reason="it is no paper about a subject") from None
