"""Merging the near-duplicates of a whole scope; dry unless it is told to write."""

from collections.abc import Sequence

from loom_memory_core import ConflictError, Progress, no_progress
from loom_memory_runtime import Clock

from loom_memory_knowledge.errors import DocumentGoneError
from loom_memory_knowledge.facts.collapsing import Collapsing
from loom_memory_knowledge.facts.listing import Facts
from loom_memory_knowledge.facts.merge_band import MergeBand
from loom_memory_knowledge.facts.pairs import Pair, near_pairs
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.recall.found import PlaneSearch
from loom_memory_knowledge.scope import Scope


class PairReport(Part):
    """One pair of near-duplicates."""

    subject: str
    kept: str
    """The id of the fact that stays, or would."""

    absorbed: str
    texts: tuple[str, str]
    similarity: float
    shared: float
    merged: bool
    """Whether the one took over the other, or would."""

    contradicting: bool
    """Whether they differ in a number, a date or a negation; nobody but a person resolves that."""

    reason: str | None = None
    """Why they were not merged."""


class ScopeCollapsed(Part):
    """What a whole-scope collapse did, or would do."""

    dry_run: bool
    facts: int
    pairs: tuple[PairReport, ...]

    @property
    def merged(self) -> int:
        """How many facts were taken over, or would be."""
        return sum(each.merged for each in self.pairs)


class ScopeCollapse:
    """Finds near-duplicates subject by subject, and merges those of which nothing is lost.

    Args:
        store: Any store that can hold knowledge, and whose hits have a similarity.
        scope: Whose.
        facts: Lists them.
        clock: Gives the time of each event.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, facts: Facts, clock: Clock) -> None:
        self._store = store
        self._scope = scope
        self._facts = facts
        self._clock = clock
        self._planes = PlaneSearch(store, scope)
        self._collapsing = Collapsing(store, scope, clock=clock)

    def collapse(
        self, band: MergeBand, *, dry_run: bool = True, progress: Progress = no_progress
    ) -> ScopeCollapsed:
        """Try every pair within the band; report those that are kept apart.

        Raises:
            InvalidOptionsError: The band is of another embedding space than the store's.
            LeaseHeldError: Another holds the scope; nothing was written.
        """
        band.check(self._store.embedding())
        subjects = self._facts.subjects()
        pairs: list[PairReport] = []
        count = 0
        with leased(self._store, self._scope, purpose="merging", clock=self._clock):
            for done, (subject, document) in enumerate(subjects, 1):
                current = self._facts.of_document(document)
                count += len(current)
                found = list(near_pairs(current, band=band, planes=self._planes))
                pairs += self._merged(subject, found, dry_run=dry_run)
                progress(done, len(subjects))
        return ScopeCollapsed(dry_run=dry_run, facts=count, pairs=tuple(pairs))

    def _merged(self, subject: str, pairs: Sequence[Pair], *, dry_run: bool) -> list[PairReport]:
        """Merge pair by pair; a fact that is gone into another is not merged again in this pass."""
        gone: set[str] = set()
        reports = []
        for pair in pairs:
            reason = pair.lossy
            if reason is None and gone & {pair.first.id, pair.second.id}:
                reason = "one of them went into another fact in this pass"
            if reason is None and not dry_run:
                reason = self._write(pair)
            if reason is None:
                gone |= {pair.first.id, pair.second.id}
            reports.append(_report(subject, pair, reason))
        return reports

    def _write(self, pair: Pair) -> str | None:
        try:
            self._collapsing.collapse(pair.first, pair.second, dry_run=False)
        except (ConflictError, DocumentGoneError) as error:
            return error.message
        return None


def _report(subject: str, pair: Pair, reason: str | None) -> PairReport:
    return PairReport(
        subject=subject,
        kept=pair.first.id,
        absorbed=pair.second.id,
        texts=(str(pair.first.body.text), str(pair.second.body.text)),
        similarity=round(pair.similarity, 6),
        shared=round(pair.shared, 6),
        merged=reason is None,
        contradicting=pair.contradicting,
        reason=reason,
    )
