"""Every execution's decisions, kept in the store that holds the memory."""

from loom_memory_core import MemoryStore, require

from loom_memory_runtime.clock import Clock, utc_now
from loom_memory_runtime.decision import (
    LOG_PREFIX,
    Decision,
    decision_of,
    execution_of,
    log_key,
)
from loom_memory_runtime.run import Run


class DecisionLog:
    """The decisions of executions, one list under ``loom/decisions/<id>`` for each.

    Args:
        store: Any store; the one that holds the memory, so that one backup holds both.
        clock: Gives the time that is recorded with a decision.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> log = DecisionLog(InMemoryStore())
        >>> with log.execution("incident-42") as run:
        ...     run.decide("answer", lambda: "fail over"), run.replaying
        ('fail over', False)
        >>> with log.execution("incident-42") as run:
        ...     run.decide("answer", lambda: "restart it"), run.replaying
        ('fail over', True)
    """

    def __init__(self, store: MemoryStore, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock

    def execution(self, execution: str) -> Run:
        """A run of the execution: what is recorded replays, the rest is decided.

        Raises:
            InvalidKeyError: The id is empty, longer than 300 bytes, or holds half a surrogate pair.
        """
        return Run(self._store, execution, clock=self._clock)

    def replay(self, execution: str) -> Run:
        """A run that decides nothing anew and writes nothing.

        It raises ``ReplayDivergedError`` when more is asked for than is recorded and, at the end
        of its ``with``, when less was.

        Raises:
            InvalidKeyError: The id cannot name a log.
        """
        return Run(self._store, execution, clock=self._clock, may_record=False)

    def decisions(self, execution: str) -> list[Decision]:
        """What is recorded of an execution, in the order of its decisions.

        Where two runs decided the same thing at once, the one that counts.

        Raises:
            CorruptEntryError: The log holds something that is no decision.
        """
        key = log_key(execution)
        first: dict[int, Decision] = {}
        for at, row in enumerate(self._store.read(key)):
            decision = decision_of(row, key=key, at=at)
            first.setdefault(decision.position, decision)
        return [first[position] for position in sorted(first)]

    def executions(self) -> list[str]:
        """The ids of all executions that have decided something, sorted by their keys.

        Raises:
            VerbUnsupportedError: The store has no ``keys``.
        """
        found = map(execution_of, require(self._store, "keys").keys(LOG_PREFIX))
        return [each for each in found if each]
