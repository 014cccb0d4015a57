"""The watch: each alert is an execution, so a sentinel that dies in the middle loses nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from loom_memory_core import MemoryEntry, SearchHit, taint
from loom_memory_runtime import MemoryRun, TieredMemory
from pydantic import JsonValue

from sentinel.alert import Alert, AlertClock, Verdict
from sentinel.judge import Judge
from sentinel.notes import CORPUS

OFTEN: Final = 3
"""So many alerts of one check on one host are no coincidence: they become knowledge."""


class Handled(NamedTuple):
    """An alert with its verdict."""

    alert: Alert
    verdict: Verdict
    learnt: int
    """How many alerts became knowledge because of this one."""

    replayed: bool


class Sentinel:
    """Judges alerts in the order of their log.

    Args:
        memory: Where notes, alerts and decisions lie; its clock is ``clock``.
        judge: Who judges.
        clock: Is set to the time of each alert.
    """

    def __init__(self, memory: TieredMemory, judge: Judge, *, clock: AlertClock) -> None:
        self._memory = memory
        self._judge = judge
        self._clock = clock

    def watch(self, log: Iterable[Alert]) -> Iterator[Handled]:
        """Handle each alert.

        Those that were handled before are read from the log of decisions; one that was broken
        off goes on where it was.
        """
        for alert in log:
            self._clock.now = alert.at
            with self._memory.execution(f"alert/{alert.id}") as run:
                yield self._handle(alert, run)

    def _handle(self, alert: Alert, run: MemoryRun) -> Handled:
        hits = self._known(alert, run)
        recent = run.recall("working", alert.host, limit=20)
        recorded = run.decide("verdict", lambda: self._judged(alert, hits, recent))
        content = taint(alert.text, origin=f"alerts/{alert.id}")
        for tier in ("working", "episodic"):
            run.remember(tier, alert.host, content, role="alert", meta={"check": alert.check})
        replayed = run.replaying
        learnt = self._learn(alert, run)
        return Handled(alert, Verdict.model_validate(recorded), learnt, replayed)

    def _judged(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> JsonValue:
        return self._judge.judge(alert, hits, recent).model_dump(mode="json")

    def _known(self, alert: Alert, run: MemoryRun) -> list[SearchHit]:
        """The notes that fit, and what was learnt about the host."""
        scopes = (CORPUS, alert.host)
        return [
            hit
            for scope in scopes
            for hit in run.recall_relevant("semantic", scope, alert.text, limit=2)
        ]

    def _learn(self, alert: Alert, run: MemoryRun) -> int:
        """How many alerts have become knowledge, because they keep coming back."""
        happened = run.recall("episodic", alert.host, limit=50)
        same = [entry for entry in happened if entry.meta == {"check": alert.check}]
        learnt = run.decide("learn", lambda: self._promoted(alert.host, same))
        return learnt if isinstance(learnt, int) else 0

    def _promoted(self, host: str, same: Sequence[MemoryEntry]) -> int:
        """Promoting again what a run that died has promoted changes nothing."""
        if len(same) < OFTEN:
            return 0
        self._memory.runtime.promote("episodic", "semantic", host, same)
        return len(same)
