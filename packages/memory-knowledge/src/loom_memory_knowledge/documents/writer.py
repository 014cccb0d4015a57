"""Writing a document: the derived rows that the new state needs, the truth, then the rest away.

Whoever dies on the way leaves the old state whole, or the new one, and at worst derived rows
that nothing needs. So what was acknowledged can be found at every moment.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from loom_memory_core import ConflictError

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import Change
from loom_memory_knowledge.documents.surroundings import Surroundings
from loom_memory_knowledge.event import HEAD, Event
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import Plane
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.planes import Planes, plane_of
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.unit import Unit

Rows = dict[Plane, list[tuple[Chunk, Unit]]]


class Written(NamedTuple):
    """What became of an operation."""

    document: Document
    """Its head, and the chunks that were to change, as they were read back."""

    lost: list[Change]
    """The changes that did not count: another writer was first."""


class DocumentWriter:
    """Carries out changes of one document's chunks, in the one order that loses nothing.

    Args:
        store: Holds the document.
        scope: Whose it is.
        planes: Hold its units.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, planes: Planes) -> None:
        self._log = DocumentLog(store, scope)
        self._planes = planes
        self._surroundings = Surroundings(store, scope)

    def write(
        self,
        document: str,
        changes: Sequence[Change],
        *,
        head: Event | None = None,
        among: Sequence[Chunk] = (),
    ) -> Written:
        """Add the new units, append the events, read back, and take away what lost or is old.

        Args:
            document: The document's id.
            changes: What happens to its chunks, in order.
            head: What happens to the document itself.
            among: All its turns in order, after the changes, where turns change.

        Raises:
            ConflictError: The log has no head afterwards: the document was erased meanwhile.
        """
        added = self._rows((each.after for each in changes), among)
        for plane, rows in added.items():
            self._planes.add(plane, rows)
        events = [(each.id, each.event) for each in changes]
        self._log.append(document, events if head is None else [(HEAD, head), *events])
        found = self._log.some(document, [each.id for each in changes])
        if found is None or found.gone:
            self._take_away(added)
            self._log.remove(document, {each.id for each in changes})
            raise _erased(document)
        lost = [each for each in changes if each.event.operation not in found.counted]
        self._settle(changes, lost, added=added, among=among)
        return Written(found, lost)

    def _settle(
        self, changes: Sequence[Change], lost: list[Change], *, added: Rows, among: Sequence[Chunk]
    ) -> None:
        losing = {each.id for each in lost}
        mine = {
            plane: [(chunk, unit) for chunk, unit in rows if chunk.id in losing]
            for plane, rows in added.items()
        }
        won = (each.before for each in changes if each.id not in losing)
        self._take_away(self._rows(won, among))
        self._take_away(mine)

    def take_away(self, chunks: Sequence[Chunk], *, among: Sequence[Chunk] = ()) -> None:
        """Take away the units of some chunks."""
        self._take_away(self._rows(chunks, among))

    def _take_away(self, rows: Rows) -> None:
        for plane, units in rows.items():
            self._planes.remove(plane, {unit.id for _, unit in units})

    def _rows(self, chunks: Iterable[Chunk | None], among: Sequence[Chunk]) -> Rows:
        """The units of chunks, by plane."""
        there = [chunk for chunk in chunks if chunk is not None]
        found: Rows = {}
        for chunk, unit in self._surroundings.units(there, among=among):
            found.setdefault(plane_of(chunk), []).append((chunk, unit))
        return found


def _erased(document: str) -> ConflictError:
    return ConflictError(
        f"document {document!r} was erased while it was being written",
        hint="create it again under a new id if it is still wanted",
    )
