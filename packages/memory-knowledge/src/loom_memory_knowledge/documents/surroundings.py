"""Where what goes into a chunk's units is found: turns before it, transcluded sections."""

from collections.abc import Sequence

from loom_memory_core import LoomError, untainted
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.transclusion import Target, spelled_targets
from loom_memory_knowledge.unit import Unit, Use
from loom_memory_knowledge.units.context import BEFORE, Context
from loom_memory_knowledge.units.derive import derive_units


class Surroundings:
    """Finds the context of chunks, and derives their units in it.

    Args:
        store: Holds the documents.
        scope: Whose.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._log = DocumentLog(store, scope)
        self._names = Names(store, scope)

    def units(
        self, chunks: Sequence[Chunk], *, among: Sequence[Chunk] = ()
    ) -> list[tuple[Chunk, Unit]]:
        """Each unit of some chunks of one document, with its chunk.

        Args:
            chunks: Whose units.
            among: All turns of the document in order, for chunks that are turns.
        """
        places = {chunk.id: at for at, chunk in enumerate(among)}
        return [
            (chunk, unit)
            for chunk in chunks
            for unit in derive_units(chunk, self._context(chunk, among, places.get(chunk.id)))
        ]

    def _context(self, chunk: Chunk, among: Sequence[Chunk], place: int | None) -> Context:
        if chunk.body.kind == "turn":
            return Context.of_turn(among[max((place or 0) - BEFORE, 0) : place or 0])
        return Context(transcluded=self._transcluded(chunk))

    def _transcluded(self, chunk: Chunk) -> dict[str, tuple[Use, JsonValue]]:
        if chunk.body.kind != "section":
            return {}
        found = {
            spelled: self._section(Target.parse(spelled))
            for spelled in spelled_targets(str(untainted(chunk.body.text)))
        }
        return {
            spelled: (Use(document=section.document, chunk=section.id), section.body.text)
            for spelled, section in found.items()
            if section is not None and section.id != chunk.id
        }

    def _section(self, target: Target) -> Chunk | None:
        """The section that is named; ``None`` where the name leads nowhere, which is no error."""
        try:
            document = self._named(Path.parse(target.path))
        except LoomError:
            return None
        live = [] if document is None else document.live
        if target.heading is None:
            return live[0] if live else None
        return next((chunk for chunk in live if _heading(chunk) == target.heading), None)

    def _named(self, path: Path) -> Document | None:
        found = self._names.at(path).document
        return None if found is None else self._log.read(found.id)


def _heading(chunk: Chunk) -> str | None:
    return chunk.body.heading[-1] if chunk.body.heading else None
