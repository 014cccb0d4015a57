"""Whether a unit that was found still says what its chunk says; and the chunk, whole."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from loom_memory_core import untainted

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.recall.found import Found
from loom_memory_knowledge.recall.ranking import Place
from loom_memory_knowledge.transclusion import spelled_targets
from loom_memory_knowledge.unit import Use
from loom_memory_knowledge.units.context import Context
from loom_memory_knowledge.units.derive import derive_units

Chunks = Mapping[Place, Chunk]

_DRAWING: Final = frozenset({"around", "transclusion"})
"""The kinds of units whose text other chunks went into."""


def read_chunks(log: DocumentLog, places: Collection[Place]) -> dict[Place, Chunk]:
    """Chunks of any documents, as far as they are there and their documents live.

    One look into each document; on a store with ``get``, at the named chunks alone.
    """
    by_document: dict[str, set[str]] = {}
    for document, chunk in places:
        by_document.setdefault(document, set()).add(chunk)
    found: dict[Place, Chunk] = {}
    for name, chunks in by_document.items():
        document_found = log.some(name, chunks)
        if document_found is not None and not document_found.gone:
            there = document_found.chunks.items()
            found.update({(name, id_): chunk for id_, chunk in there if id_ in chunks})
    return found


def needed(found: Iterable[Found]) -> set[Place]:
    """What must be read to tell whether units are fresh: their chunks, and what they use."""
    places: set[Place] = set()
    for each in found:
        places.add((each.row.document, each.row.chunk))
        if each.row.kind in _DRAWING:
            places |= {(use.document, use.chunk) for use in each.row.uses}
    return places


def stale_units(found: Iterable[Found], chunks: Chunks) -> set[str]:
    """The ids of units that their chunks do not derive to any more.

    Args:
        found: Units that a search gave.
        chunks: Those of ``needed``, as far as they are there.
    """
    derived: dict[tuple[Place, tuple[Use, ...]], set[tuple[str, str]]] = {}
    stale = set()
    for each in found:
        place = (each.row.document, each.row.chunk)
        used = each.row.uses if each.row.kind in _DRAWING else ()
        if (place, used) not in derived:
            derived[place, used] = _derived(each, chunks)
        if (each.id, each.row.hash) not in derived[place, used]:
            stale.add(each.id)
    return stale


def _derived(found: Found, chunks: Chunks) -> set[tuple[str, str]]:
    """The units of a chunk, with what the one that was found draws on: ids with their hashes."""
    chunk = chunks.get((found.row.document, found.row.chunk))
    if chunk is None or not chunk.live:
        return set()
    return {(unit.id, unit.hash) for unit in derive_units(chunk, _context(found, chunk, chunks))}


def _context(found: Found, chunk: Chunk, chunks: Chunks) -> Context:
    used = [chunks[(use.document, use.chunk)] for use in _there(found.row.uses, chunks)]
    if found.row.kind == "around":
        return Context.of_turn(used)
    if found.row.kind != "transclusion" or not used:
        return Context()
    # Whichever target it was: the unit's id holds its number, and the section that it uses.
    section = (Use(document=used[0].document, chunk=used[0].id), used[0].body.text)
    spelled = spelled_targets(str(untainted(chunk.body.text)))
    return Context(transcluded=dict.fromkeys(spelled, section))


def _there(uses: Sequence[Use], chunks: Chunks) -> list[Use]:
    return [
        use
        for use in uses
        if (use.document, use.chunk) in chunks and chunks[(use.document, use.chunk)].live
    ]
