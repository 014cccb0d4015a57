"""Healing a scope's search units: what is missing is added, old surplus is taken away."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Final, NamedTuple

from loom_memory_core import CorruptEntryError, MemoryEntry, Progress, no_progress
from loom_memory_runtime import Clock, moment, utc_now
from pydantic import ValidationError

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.surroundings import Surroundings
from loom_memory_knowledge.keys import PLANES, Plane, document_key, plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_knowledge.planes import Planes, plane_of
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.unit import Unit, UnitRow

GRACE_SECONDS: Final = 3_600.0
"""Surplus that is younger may belong to a writer that has not written its truth yet."""

_AT_ONCE: Final = 1_000


class Reindexed(NamedTuple):
    """What a reindex did, or would do."""

    dry_run: bool
    documents: int
    """How many were looked at."""

    units: int
    """How many the chunks derive to."""

    missing: int
    """How many of them had no row, and have one now."""

    surplus: int
    """How many rows belonged to nothing, and are gone."""

    young: int
    """How many more rows belong to nothing, and are too young to be taken away."""


class Reindexing:
    """Compares a scope's planes with its documents, and puts the planes right.

    The orders in which everything is written leave surplus at most, so a missing unit tells of
    damage: rows that were removed by hand, or written by something else.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose units.
        clock: Tells how old a row is.
        grace_seconds: Surplus that is younger is left alone.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        clock: Clock = utc_now,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        self._store = store
        self._scope = scope
        self._clock = clock
        self._grace = timedelta(seconds=grace_seconds)
        self._log = DocumentLog(store, scope)
        self._planes = Planes(store, scope, clock=clock)
        self._surroundings = Surroundings(store, scope)

    def reindex(self, *, dry_run: bool = True, progress: Progress = no_progress) -> Reindexed:
        """Add what is missing, and take away surplus that is older than the grace.

        Doing it twice changes nothing the second time.

        Args:
            dry_run: Whether to write nothing, and only count.
            progress: Told of documents done, and of how many there are.

        Raises:
            LeaseHeldError: Another holds the scope; nothing was done.
            CorruptEntryError: A row of a plane is no search unit, or a document's no event.
        """
        with leased(self._store, self._scope, purpose="reindexing", clock=self._clock):
            # The planes first: a unit of a chunk that is written meanwhile is then no surplus.
            rows = {plane: dict(self._rows(plane)) for plane in PLANES}
            names = self._documents()
            found = [0, 0]
            for done, name in enumerate(names, 1):
                units, missing = self._heal(name, rows, dry_run=dry_run)
                found = [found[0] + units, found[1] + missing]
                progress(done, len(names))
            surplus, young = self._clear(rows, dry_run=dry_run)
        return Reindexed(dry_run, len(names), found[0], found[1], surplus, young)

    def _documents(self) -> list[str]:
        prefix = document_key(self._scope, "")
        return [key.removeprefix(prefix) for key in self._store.keys(prefix)]

    def _rows(self, plane: Plane) -> Iterator[tuple[str, UnitRow]]:
        key = plane_key(self._scope, plane)
        for at, entry in enumerate(self._store.read(key)):
            yield entry.id, _unit_row(entry, key, at)

    def _heal(
        self, name: str, rows: dict[Plane, dict[str, UnitRow]], *, dry_run: bool
    ) -> tuple[int, int]:
        """Add a document's missing units; what is left in ``rows`` in the end is surplus."""
        document = self._log.read(name)
        if document is None or document.gone:
            return 0, 0
        turns = [each for each in document.live if each.body.kind == "turn"]
        units = self._surroundings.units(document.live, among=turns)
        missing: dict[Plane, list[tuple[Chunk, Unit]]] = {}
        for chunk, unit in units:
            plane = plane_of(chunk)
            row = rows[plane].pop(unit.id, None)
            if row is None or row.hash != unit.hash:
                missing.setdefault(plane, []).append((chunk, unit))
        if not dry_run:
            self._add(missing)
        return len(units), sum(map(len, missing.values()))

    def _add(self, missing: dict[Plane, list[tuple[Chunk, Unit]]]) -> None:
        for plane, units in missing.items():
            waiting = iter(units)
            while part := list(islice(waiting, _AT_ONCE)):
                self._put(plane, part)

    def _put(self, plane: Plane, units: list[tuple[Chunk, Unit]]) -> None:
        """Add what is still missing: a writer may have added some since the plane was read."""
        ids = {unit.id for _, unit in units}
        key = plane_key(self._scope, plane)
        there = {
            entry.id: _unit_row(entry, key, at).hash
            for at, entry in enumerate(self._store.get(key, ids))
        }
        # A unit whose transcluded text changed keeps its id, so its old row goes first.
        wanted = [each for each in units if there.get(each[1].id) != each[1].hash]
        self._planes.remove(plane, {unit.id for _, unit in wanted if unit.id in there})
        if wanted:
            self._planes.add(plane, wanted)

    def _clear(self, rows: dict[Plane, dict[str, UnitRow]], *, dry_run: bool) -> tuple[int, int]:
        now, surplus, young = moment(self._clock), 0, 0
        for plane, left in rows.items():
            old = {id_ for id_, row in left.items() if now - row.at > self._grace}
            surplus += len(old)
            young += len(left) - len(old)
            if not dry_run:
                self._planes.remove(plane, old)
        return surplus, young


def _unit_row(entry: MemoryEntry, key: str, at: int) -> UnitRow:
    try:
        return UnitRow.model_validate(entry.meta)
    except ValidationError:
        raise CorruptEntryError(key, at, reason="it is no search unit") from None
