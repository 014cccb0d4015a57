"""Claims on names: which document a name points to, or that it is a directory."""

from typing import Final
from uuid import uuid4

from loom_memory_core import CorruptEntryError, MemoryEntry
from pydantic import ValidationError

from loom_memory_knowledge.part import Part

DIRECTORY: Final = "directory"
"""The id of the claim that makes a name a directory; made twice, it says the same."""


class Claim(Part):
    """What an entry under a name says."""

    document: str | None = None
    """The id of the document that claims the name; ``None`` for a directory."""


class Link(Part):
    """A name of a document, as the document's back list keeps it."""

    name: str
    """The path."""


def claim_entry(document: str | None) -> MemoryEntry:
    """The entry that claims a name for a document, or makes it a directory."""
    id_ = DIRECTORY if document is None else uuid4().hex
    return MemoryEntry(content=None, id=id_, meta=Claim(document=document).to_meta())


def claim_of(entry: MemoryEntry, *, key: str, at: int) -> Claim:
    """What an entry under a name claims.

    Raises:
        CorruptEntryError: It is no claim.
    """
    try:
        return Claim.model_validate(entry.meta)
    except ValidationError:
        raise CorruptEntryError(key, at, reason="it is no claim on a name") from None


def link_id(path: str) -> str:
    """The id of the entry that keeps a name in its document's back list."""
    return f"name:{path}"
