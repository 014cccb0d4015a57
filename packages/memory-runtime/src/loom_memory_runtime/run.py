"""One run of an execution: what was decided before comes back, the rest is decided and kept."""

from collections.abc import Callable, Sequence
from threading import Lock
from types import TracebackType
from typing import Self

from loom_memory_core import MemoryEntry, MemoryStore
from pydantic import JsonValue

from loom_memory_runtime.clock import Clock, moment, utc_now
from loom_memory_runtime.decision import Decision, decision_entry, decision_of, log_key
from loom_memory_runtime.divergence import ReplayDivergedError
from loom_memory_runtime.json_value import json_text

FIRST_WINDOW = 2
"""How much of the log's end is read after an append: one's own entry and the one before."""


class Run:
    """One run of an execution, in a block of ``with`` or without one.

    Its decisions are made one after another. Several runs of one execution may be under way at
    once, in any processes: where two decide the same thing, the first in the log counts for
    both.

    Args:
        store: Holds the log.
        execution: Names the execution.
        clock: Gives the time that is recorded with a decision.
        may_record: Whether a decision that the log does not hold may be made.

    Raises:
        InvalidKeyError: The id cannot name a log.
        CorruptEntryError: The log holds something that is no decision.
    """

    def __init__(
        self,
        store: MemoryStore,
        execution: str,
        *,
        clock: Clock = utc_now,
        may_record: bool = True,
    ) -> None:
        self.execution = execution
        self._store, self._key = store, log_key(execution)
        self._clock, self._may_record = clock, may_record
        self._recorded: dict[int, Decision] = {}
        self._position = self._seen = 0
        self._newest_id: str | None = None
        self._turn = Lock()
        self._at_work: str | None = None
        self._take_in(store.read(self._key))
        self._replaying = bool(self._recorded)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and not self._may_record and self._recorded:
            left = self._recorded[min(self._recorded)]
            raise ReplayDivergedError(self.execution, left.position, recorded=left.name, asked=None)

    @property
    def replaying(self) -> bool:
        """Whether the newest decision came from the log; before the first, whether it will."""
        return self._replaying

    @property
    def position(self) -> int:
        """How many decisions this run has made, from the log or anew."""
        return self._position

    @property
    def remaining(self) -> int:
        """How many decisions the log is known to hold beyond this run's position."""
        return len(self._recorded)

    def decide(self, name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
        """What is recorded at this place; where nothing is, what ``thunk`` gives, once recorded.

        The value is on the disk before it is returned. A process that dies between the two, or
        inside the thunk, decides again next time, so an effect inside a thunk may happen twice.

        Args:
            name: What is decided; the same at each run of the execution.
            thunk: Called with nothing; gives a JSON value.

        Returns:
            The value as JSON has it, the same now as in a replay.

        Raises:
            ReplayDivergedError: Another name is recorded at this place.
            InvalidEntryError: The value or the name is not JSON; nothing was recorded.
            RuntimeError: Another decision of this run is still being made, by this thunk's
                caller or on another thread.
        """
        _check_name(name)
        if not self._turn.acquire(blocking=False):
            raise RuntimeError(
                f"decide({name!r}) was called while decide({self._at_work!r}) was being made; "
                "the decisions of a run are made one after another"
            )
        try:
            self._at_work = name
            return self._decided(name, thunk)
        finally:
            self._turn.release()

    def _decided(self, name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
        self._replaying = self._position in self._recorded
        if not self._replaying:
            self._record(name, thunk)
        decision = self._recorded[self._position]
        if decision.name != name:
            raise ReplayDivergedError(
                self.execution, self._position, recorded=decision.name, asked=name
            )
        del self._recorded[self._position]
        self._position += 1
        return decision.value

    def _record(self, name: str, thunk: Callable[[], JsonValue]) -> None:
        if not self._may_record:
            raise ReplayDivergedError(self.execution, self._position, recorded=None, asked=name)
        json_text(name)  # a name that cannot be kept is refused before anything runs
        value = thunk()
        decision = Decision(self._position, name, value, moment(self._clock))
        self._store.append(self._key, [decision_entry(decision)])
        self._take_in(self._unseen())

    def _take_in(self, rows: Sequence[MemoryEntry]) -> None:
        """Keep the first decision at each place that is still to come."""
        for at, row in enumerate(rows, start=self._seen):
            decision = decision_of(row, key=self._key, at=at)
            if decision.position >= self._position:
                self._recorded.setdefault(decision.position, decision)
            self._newest_id = row.id
        self._seen += len(rows)

    def _unseen(self) -> list[MemoryEntry]:
        """What the log holds beyond what was read; its cost does not grow with the log."""
        limit = FIRST_WINDOW
        while True:
            rows = self._store.read(self._key, limit=limit)
            for at in reversed(range(len(rows))):
                if rows[at].id == self._newest_id:
                    return rows[at + 1 :]
            if len(rows) < limit:
                return rows
            limit *= 4


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"name is {name!r}, a {type(name).__name__}; name the decision with a str")
