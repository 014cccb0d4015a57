"""The claims on one name: read, made, and taken back; and who has the name."""

from typing import NamedTuple

from loom_memory_core import MemoryEntry

from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.claim import (
    DIRECTORY,
    Link,
    claim_entry,
    claim_of,
    link_id,
)
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.errors import PathTakenError
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import back_key, directory_prefix, dirent_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope


class Held(NamedTuple):
    """A claim with the id of its entry."""

    id: str
    document: str


class Name(NamedTuple):
    """What the claims on a name come to."""

    document: Document | None
    """The one that has the name, with its head alone: of the first claim whose document lives."""

    directory: bool
    """Whether it was made a directory."""

    claims: list[Held]


class Names:
    """The names of a scope's tree, one list of claims for each.

    Args:
        store: Holds them.
        scope: Whose tree.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope
        self._log = DocumentLog(store, scope)

    def at(self, path: Path) -> Name:
        """Who has a name; what it costs depends on the claims on it alone.

        Raises:
            CorruptEntryError: An entry under the name is no claim.
        """
        if not path.segments:
            return Name(None, directory=True, claims=[])
        key = self._key(path)
        claims, directory = [], False
        for at, row in enumerate(self._store.read(key)):
            document = claim_of(row, key=key, at=at).document
            directory |= document is None
            if document is not None:
                claims.append(Held(row.id, document))
        return Name(self._first_alive(claims), directory, claims)

    def children(self, path: Path) -> list[str]:
        """The names in a directory, sorted by code point."""
        prefix = directory_prefix(self._scope, path.directory)
        return [key.removeprefix(prefix) for key in self._store.keys(prefix)]

    def has_children(self, path: Path) -> bool:
        """Whether a directory holds a name."""
        return bool(self.children(path))

    def take(self, path: Path, document: str) -> None:
        """Claim a name; whoever is first in append order has it.

        The document's back list learns of the name before the name points to the document.

        Raises:
            PathTakenError: Another living document has it; the claim was taken back.
        """
        self.make_directory(path.parent)
        link = MemoryEntry(content=None, id=link_id(str(path)), meta=Link(name=str(path)).to_meta())
        self._store.append(back_key(self._scope, document), [link])
        claim = claim_entry(document)
        self._store.append(self._key(path), [claim])
        holder = self._holder(path, unless=document)
        if holder is not None:
            self._store.remove(self._key(path), [claim.id])
            self._store.remove(back_key(self._scope, document), [link.id])
            raise taken(path, holder)

    def make_directory(self, path: Path) -> None:
        """Make a path a directory, and all above it; those that are one stay as they are."""
        for depth in range(len(path.segments)):
            step = Path(path.segments[: depth + 1])
            key = self._key(step)
            if not self._store.get(key, [DIRECTORY]):
                self._store.append(key, [claim_entry(None)])

    def drop(self, path: Path, document: str) -> None:
        """Take a document's claims on a name back; the name itself first, then the link."""
        mine = [claim.id for claim in self.at(path).claims if claim.document == document]
        if mine:
            self._store.remove(self._key(path), mine)
        self._store.remove(back_key(self._scope, document), [link_id(str(path))])

    def drop_directory(self, path: Path) -> None:
        """Make a path a directory no longer."""
        self._store.remove(self._key(path), [DIRECTORY])

    def of(self, document: str) -> list[Path]:
        """The names that point to a document, verified one by one."""
        linked = self._store.read(back_key(self._scope, document))
        named = {row.id.removeprefix("name:") for row in linked if row.id.startswith("name:")}
        return [path for path in map(Path.parse, sorted(named)) if self._points(path, document)]

    def _points(self, path: Path, document: str) -> bool:
        return any(claim.document == document for claim in self.at(path).claims)

    def _holder(self, path: Path, *, unless: str) -> str | None:
        """Another document that has the name, living and claiming before ``unless``."""
        for claim in self.at(path).claims:
            if claim.document == unless:
                return None
            if self._alive(claim.document) is not None:
                return claim.document
        return None

    def _first_alive(self, claims: list[Held]) -> Document | None:
        living = (self._alive(each) for each in dict.fromkeys(held.document for held in claims))
        return next((each for each in living if each is not None), None)

    def _alive(self, document: str) -> Document | None:
        found = self._log.some(document, [])
        return None if found is None or found.gone else found

    def _key(self, path: Path) -> str:
        return dirent_key(self._scope, path.parent.directory, path.name)


def taken(path: Path, holder: str) -> PathTakenError:
    """The refusal of a name that another document has."""
    return PathTakenError(
        f"path {str(path)!r} is the name of document {holder!r}",
        hint="choose another path, or move or delete that document",
    )
