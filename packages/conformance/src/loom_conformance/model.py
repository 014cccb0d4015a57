"""Any store against the reference: hypothesis makes sequences of calls, and both must agree."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from loom_memory_core import MemoryEntry
from pydantic import JsonValue

from loom_conformance.entries import ids
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.pair import REOPEN, Call, Pair
from loom_conformance.reduction import reduced
from loom_conformance.strategies import WORDS, queries
from loom_conformance.trial import Trial

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PLAIN: list[JsonValue] = [None, 0, True, [], {}]
POOL = [
    *(MemoryEntry(content=WORDS[at % 5], id="abcdef"[at % 6]) for at in range(24)),
    *(MemoryEntry(content=f"{one} {two}", id="f") for one in WORDS for two in WORDS[:3]),
    *(MemoryEntry(content=text, role="kiwi", id="c") for text in HARD_STRINGS.values()),
    *(MemoryEntry(content=value, timestamp=NOON, id="d") for value in PLAIN),
    MemoryEntry(content={"the": ["mango", {"n": 7.5}]}, meta={"quartz": "kiwi"}, id="e"),
]
"""Entries of every kind."""

KEYS = st.sampled_from(["a", "A", "a%"])
BATCHES = st.lists(st.sampled_from(POOL), max_size=4)
IDS = st.lists(st.sampled_from("abcdefx"), max_size=3)
LIMITS = st.one_of(st.none(), st.integers(0, 5), st.just(10**9))


class Comparison(RuleBasedStateMachine):
    """Each rule makes one call on both."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self.pair = Pair(trial)
        self._verbs = {*trial.store.verbs}
        if trial.claim.matching != "terms":
            self._verbs.discard("search")
        if trial.claim.durable:
            self._verbs.add(REOPEN)

    def has(self, verb: str) -> bool:
        """Whether the store can be asked for ``verb``."""
        return verb in self._verbs

    def both(self, verb: str, *args: Any, **options: Any) -> None:  # noqa: ANN401 - those of any verb
        """Make a call on both."""
        self.pair.do(Call(verb, args, tuple(options.items())))

    @rule(key=KEYS, entries=BATCHES)
    def append(self, key: str, entries: list[MemoryEntry]) -> None:
        """Put entries at the end."""
        self.both("append", key, entries)

    @rule(key=KEYS, limit=LIMITS)
    def read(self, key: str, limit: int | None) -> None:
        """Read the newest entries."""
        self.both("read", key, limit=limit)

    @rule(key=KEYS)
    def clear(self, key: str) -> None:
        """Empty a list."""
        self.both("clear", key)

    @precondition(lambda self: self.has("replace"))
    @rule(key=KEYS, entries=BATCHES, expected=st.one_of(st.none(), IDS))
    def replace(self, key: str, entries: list[MemoryEntry], expected: list[str] | None) -> None:
        """Replace a list by another, perhaps with an expectation that is wrong."""
        self.both("replace", key, entries, expected=expected)

    @precondition(lambda self: self.has("replace"))
    @rule(key=KEYS, entries=BATCHES, kept=st.lists(st.integers(0, 9), max_size=6))
    def rearrange(self, key: str, entries: list[MemoryEntry], kept: list[int]) -> None:
        """Replace a list by a selection of what it holds, and something new."""
        before = self.pair.reference.read(key)
        after = [before[at] for at in kept if at < len(before)] + entries
        self.both("replace", key, after, expected=ids(before))

    @precondition(lambda self: self.has("remove"))
    @rule(key=KEYS, given=IDS)
    def remove(self, key: str, given: list[str]) -> None:
        """Remove entries."""
        self.both("remove", key, given)

    @precondition(lambda self: self.has("get"))
    @rule(key=KEYS, given=IDS)
    def get(self, key: str, given: list[str]) -> None:
        """Get entries."""
        self.both("get", key, given)

    @precondition(lambda self: self.has("keys"))
    @rule(start=st.sampled_from(["", "a", "a%", "x"]))
    def keys(self, start: str) -> None:
        """List keys."""
        self.both("keys", start)

    @precondition(lambda self: self.has("search"))
    @rule(key=KEYS, query=queries())
    def search(self, key: str, query: str) -> None:
        """Search a list."""
        self.both("search", key, query, limit=1_000)

    @precondition(lambda self: self.has(REOPEN))
    @rule()
    def reopen(self) -> None:
        """Open the store again."""
        self.both(REOPEN)

    def teardown(self) -> None:
        """Both hold the same in the end."""
        self.pair.finish()


def compare(trial: Trial, *, examples: int, steps: int) -> None:
    """Make ``examples`` sequences of at most ``steps`` calls; the first fault ends it.

    The trial's script then holds the shortest sequence that shows the fault.
    """
    latest: list[Comparison] = []

    def machine() -> Comparison:
        latest[:] = [Comparison(trial)]
        return latest[0]

    try:
        # hypothesis calls what it is given, class or not, once for each example.
        run_state_machine_as_test(machine, settings=_settings(examples, steps))  # type: ignore[arg-type]
    except Exception:
        replay(trial, reduced(latest[0].pair.calls, lambda calls: not _agrees(trial, calls)))
        raise


def replay(trial: Trial, calls: list[Call]) -> None:
    """Make the calls, and compare every list in the end."""
    pair = Pair(trial)
    for call in calls:
        pair.do(call)
    pair.finish()


def _agrees(trial: Trial, calls: list[Call]) -> bool:
    try:
        replay(trial, calls)
    except Exception:  # noqa: BLE001 - whatever a store raises shows the fault
        return False
    return True


def _settings(examples: int, steps: int) -> settings:
    """The same sequences each time, so that a store does not pass on one day only."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
