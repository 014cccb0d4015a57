"""The pass over the queue: a deterministic program in which only extraction asks a model.

A crash or a second holder repeats work and changes nothing, whatever the model says the second
time: the first extraction on file is the one that counts, a fact's id is a hash of item and
text, and an item leaves the queue after its done mark. The lease saves work; it keeps nothing
safe.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from loom_memory_core import Progress, no_progress
from loom_memory_runtime import Clock, moment, utc_now

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.consolidation.extracted import (
    Extractor,
    UnreadableReplyError,
    checked_extraction,
)
from loom_memory_knowledge.consolidation.harvesting import Harvest
from loom_memory_knowledge.consolidation.report import Consolidated, ItemReport, ItemStatus
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import LEASE_SECONDS, leased
from loom_memory_knowledge.queue import Queue, Waiting
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.units.reindexing import GRACE_SECONDS
from loom_memory_knowledge.work import End, Work, WorkLog, WorkNote
from loom_memory_knowledge.writing.turn import Turn

ATTEMPTS: Final = 3
"""So often an item is extracted from whose replies nobody can read."""


class Consolidation:
    """Draws facts from the turns that wait in one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        harvest: Files the facts.
        clock: Gives the time of each note, and tells when the lease ends.
        grace_seconds: A queue item whose turns are missing is dropped when it is older.
        lease_seconds: How long one pass may hold the scope.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        harvest: Harvest,
        clock: Clock = utc_now,
        grace_seconds: float = GRACE_SECONDS,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self._store = store
        self._scope = scope
        self._harvest = harvest
        self._clock = clock
        self._grace = timedelta(seconds=grace_seconds)
        self._lease_seconds = lease_seconds
        self._queue = Queue(store, scope, clock=clock)
        self._work = WorkLog(store, scope)
        self._log = DocumentLog(store, scope)

    def waiting(self) -> list[Waiting]:
        """What would be consolidated now, oldest first."""
        return self._queue.items()

    def consolidate(
        self,
        extractor: Extractor,
        *,
        limit: int | None = None,
        progress: Progress = no_progress,
    ) -> Consolidated:
        """Draw the facts from what waits, item by item.

        Args:
            extractor: Asked once for each item that has no extraction on file.
            limit: At most so many items.
            progress: Told of items done, and of how many there are.

        Raises:
            LeaseHeldError: Another holds the scope; nothing was read or written.
        """
        reports: list[ItemReport] = []
        stopped = None
        with leased(
            self._store,
            self._scope,
            purpose="consolidation",
            clock=self._clock,
            seconds=self._lease_seconds,
        ) as lease:
            found = self._queue.items()[:limit]
            for done, waiting in enumerate(found, 1):
                if not lease.held:
                    stopped = f"the lease ended at {lease.expires_at.isoformat()}"
                    break
                reports.append(self._item(waiting, extractor))
                progress(done, len(found))
        return Consolidated(items=tuple(reports), left=len(self._queue.items()), stopped=stopped)

    def _item(self, waiting: Waiting, extractor: Extractor) -> ItemReport:
        work = self._work.read(waiting.item)
        if work.end is not None:
            return self._left(waiting, work)
        turns = self._turns(waiting)
        if turns is None:
            return self._missing(waiting)
        if not turns:
            self._end(waiting.item, extractor.name, "done")
            return _report(waiting, "done", reason="its turns were deleted")
        if work.extraction is None:
            try:
                work = self._extracted(waiting.item, turns, extractor)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's extractor raises; the item waits
                why = f"{type(error).__name__}: {error}".encode(errors="replace").decode()
                return _report(waiting, "failed", reason=why)
        return self._ended(waiting, work, turns, extractor=extractor)

    def _ended(
        self, waiting: Waiting, work: Work, turns: Sequence[Chunk], *, extractor: Extractor
    ) -> ItemReport:
        """Go on with what is on file; another holder may have come to the end meanwhile."""
        if work.end is not None:
            return self._left(waiting, work)
        if work.extraction is None:
            return self._unread(waiting, work, extractor)
        return self._landed(waiting, work.extraction, turns)

    def _extracted(self, item: str, turns: Sequence[Chunk], extractor: Extractor) -> Work:
        """Ask once, put the answer on file, and read what is on file now."""
        said = [Turn(str(each.body.role), each.body.text, each.body.observed_at) for each in turns]
        try:
            found = checked_extraction(extractor.extract(said))
        except UnreadableReplyError as error:
            self._note(item, extractor, work="unreadable", reply=error.reply)
        else:
            self._note(item, extractor, work="extraction", facts=found.facts, refused=found.refused)
        return self._work.read(item)

    def _landed(self, waiting: Waiting, note: WorkNote, turns: Sequence[Chunk]) -> ItemReport:
        landed = [self._harvest.file(waiting.item, fact, turns) for fact in note.facts]
        self._end(waiting.item, note.extractor, "done")
        return _report(
            waiting,
            "done",
            written=sum(each.new for each in landed),
            standing=sum(not each.new for each in landed),
            unsourced=sum(not each.chunk.body.sources for each in landed),
            refused=(*note.refused, *(why for each in landed for why in each.refused)),
        )

    def _unread(self, waiting: Waiting, work: Work, extractor: Extractor) -> ItemReport:
        """Nobody could read the reply; the third time, the item is left for good."""
        tried = len(work.unreadable)
        reply = work.unreadable[-1].reply if work.unreadable else None
        if tried < ATTEMPTS:
            why = f"the reply is no list of facts: attempt {tried} of {ATTEMPTS}"
            return _report(waiting, "waiting", reason=why, reply=reply)
        self._end(waiting.item, extractor.name, "skipped", reply=reply)
        why = f"no reply of {ATTEMPTS} was a list of facts"
        return _report(waiting, "skipped", reason=why, reply=reply)

    def _end(self, item: str, extractor: str, end: End, *, reply: str | None = None) -> None:
        """The done mark; then what it makes needless goes, and the item leaves the queue."""
        note = WorkNote(
            work="end", at=moment(self._clock), extractor=extractor, end=end, reply=reply
        )
        self._work.append(item, note)
        self._work.remove(item, self._work.read(item).spent)
        self._queue.remove([item])

    def _left(self, waiting: Waiting, work: Work) -> ItemReport:
        """Finish what somebody left who died after the done mark."""
        self._work.remove(waiting.item, work.spent)
        self._queue.remove([waiting.item])
        status: ItemStatus = (
            "done" if work.end is not None and work.end.end == "done" else "skipped"
        )
        return _report(waiting, status, reason="it was done, and is now off the queue")

    def _missing(self, waiting: Waiting) -> ItemReport:
        now = moment(self._clock)
        if waiting.since is not None and now - waiting.since <= self._grace:
            return _report(waiting, "waiting", reason="its turns are not there yet")
        self._queue.remove([waiting.item])
        return _report(waiting, "dropped", reason="its turns never came")

    def _turns(self, waiting: Waiting) -> list[Chunk] | None:
        """The item's turns that are there still; ``None`` if none ever was."""
        document = self._log.some(waiting.queued.document, waiting.queued.turns)
        if document is None or not any(each in document.chunks for each in waiting.queued.turns):
            return None
        return [] if document.gone else document.live

    def _note(self, item: str, extractor: Extractor, **fields: object) -> None:
        at, name = moment(self._clock), extractor.name
        self._work.append(item, WorkNote.model_validate({"at": at, "extractor": name, **fields}))


def _report(waiting: Waiting, status: ItemStatus, **fields: object) -> ItemReport:
    return ItemReport.model_validate(
        {"item": waiting.item, "status": status, "turns": len(waiting.queued.turns), **fields}
    )
