"""The store under test and the reference, called together and compared call by call."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from loom_memory_core import ConflictError, InMemoryStore, SearchHit

from loom_conformance.expect import equal, holds
from loom_conformance.trial import Trial

REOPEN: Final = "reopen"
"""Beside the verbs: close the store, and open it again."""

_examples = count()


@dataclass(frozen=True)
class Call:
    """One verb with its arguments, the key first."""

    verb: str
    args: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()


class Pair:
    """Both stores, empty at first: the tested one under keys that nobody has used before."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.reference = InMemoryStore()
        self.calls: list[Call] = []
        self._prefix = f"{next(_examples)}/"
        trial.script.steps.clear()

    def do(self, call: Call) -> None:
        """Make the call on both.

        Raises:
            BrokenPromiseError: They answer differently.
        """
        self.calls.append(call)
        if call.verb == REOPEN:
            self.trial.reopen()
            return
        try:
            wanted = getattr(self.reference, call.verb)(*call.args, **dict(call.options))
        except ConflictError:
            store = self.trial.latest
            store.refuses(ConflictError, call.verb, *self._named(call), **dict(call.options))
            return
        self._agree(call, wanted)

    def finish(self) -> None:
        """Compare every list."""
        for key in list(self.reference.keys()):
            self.do(Call("read", (key,)))

    def _named(self, call: Call) -> tuple[Any, ...]:
        """The arguments as the tested store gets them, its key with the prefix."""
        return (f"{self._prefix}{call.args[0]}", *call.args[1:])

    def _agree(self, call: Call, wanted: Any) -> None:  # noqa: ANN401 - whatever the verb answers
        got = self.trial.latest.call(call.verb, *self._named(call), **dict(call.options))
        if call.verb == "search":
            self._agree_on_hits(got, wanted, str(call.args[0]))
        elif call.verb == "keys":
            equal(list(got), [f"{self._prefix}{key}" for key in wanted])
        else:
            equal(got, wanted)

    def _agree_on_hits(
        self, got: Sequence[SearchHit], wanted: Sequence[SearchHit], key: str
    ) -> None:
        """At least what the reference finds, and each row of the list at most once."""
        lost = _texts(wanted) - _texts(got)
        holds(not lost, expected="every hit of the reference", got=f"without {[*lost]}")
        rows = Counter(entry.to_json() for entry in self.reference.read(key))
        extra = _texts(got) - rows
        holds(not extra, expected="entries of the list, each once", got=f"also {[*extra]}")


def _texts(hits: Sequence[SearchHit]) -> Counter[str]:
    return Counter(hit.entry.to_json() for hit in hits)
