"""Any store against the reference: hypothesis calls both and compares what they answer."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from loom_memory_core import ConflictError, InMemoryStore, MemoryEntry, SearchHit

from loom_conformance import strategies
from loom_conformance.entries import ids
from loom_conformance.expect import equal, holds
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

KEYS = st.sampled_from(["a", "A", "ab", "a%", "é"])
BATCHES = st.lists(strategies.entries(), max_size=4)
IDS = st.lists(st.sampled_from("abcdefx"), max_size=3)
LIMITS = st.one_of(st.none(), st.integers(0, 5), st.just(10**9))


class Comparison(RuleBasedStateMachine):
    """Each rule calls one verb of both; the store's keys carry a prefix of their own."""

    trial: Trial
    prefix: str

    def __init__(self) -> None:
        super().__init__()
        self.reference = InMemoryStore()

    @property
    def store(self) -> Subject:
        """The handle in use."""
        return self.trial.latest

    def has(self, verb: str) -> bool:
        """Whether the store has a verb."""
        return verb in self.store.verbs

    def named(self, key: str) -> str:
        """What ``key`` is called in the store, which earlier examples have used too."""
        return f"{self.prefix}{key}"

    @rule(key=KEYS, entries=BATCHES)
    def append(self, key: str, entries: list[MemoryEntry]) -> None:
        """Append to both."""
        self.store.append(self.named(key), entries)
        self.reference.append(key, entries)

    @rule(key=KEYS, limit=LIMITS)
    def read(self, key: str, limit: int | None) -> None:
        """Both give the same list."""
        equal(self.store.read(self.named(key), limit=limit), self.reference.read(key, limit=limit))

    @rule(key=KEYS)
    def clear(self, key: str) -> None:
        """Clear both."""
        self.store.clear(self.named(key))
        self.reference.clear(key)

    @precondition(lambda self: self.has("replace"))
    @rule(key=KEYS, entries=BATCHES)
    def replace(self, key: str, entries: list[MemoryEntry]) -> None:
        """Replace both."""
        self.store.replace(self.named(key), entries)
        self.reference.replace(key, entries)

    @precondition(lambda self: self.has("replace"))
    @rule(key=KEYS, entries=BATCHES, kept=st.lists(st.integers(0, 9), max_size=6))
    def rearrange(self, key: str, entries: list[MemoryEntry], kept: list[int]) -> None:
        """Replace both by a selection of what they hold, and something new."""
        before = self.reference.read(key)
        after = [before[at] for at in kept if at < len(before)] + entries
        self.store.replace(self.named(key), after, expected=ids(before))
        self.reference.replace(key, after, expected=ids(before))

    @precondition(lambda self: self.has("replace"))
    @rule(key=KEYS, entries=BATCHES, expected=IDS)
    def replace_expected(self, key: str, entries: list[MemoryEntry], expected: list[str]) -> None:
        """Both replace, or both are in conflict."""
        if ids(self.reference.read(key)) == expected:
            self.store.replace(self.named(key), entries, expected=expected)
            self.reference.replace(key, entries, expected=expected)
        else:
            self.store.refuses(
                ConflictError, "replace", self.named(key), entries, expected=expected
            )

    @precondition(lambda self: self.has("remove"))
    @rule(key=KEYS, given=IDS)
    def remove(self, key: str, given: list[str]) -> None:
        """Both count the same rows."""
        equal(self.store.remove(self.named(key), given), self.reference.remove(key, given))

    @precondition(lambda self: self.has("get"))
    @rule(key=KEYS, given=IDS)
    def get(self, key: str, given: list[str]) -> None:
        """Both give the same rows."""
        equal(self.store.get(self.named(key), given), self.reference.get(key, given))

    @precondition(lambda self: self.has("keys"))
    @rule(start=st.sampled_from(["", "a", "A", "a%", "x"]))
    def keys(self, start: str) -> None:
        """Both list the same keys."""
        wanted = [self.named(key) for key in self.reference.keys(start)]
        equal(list(self.store.keys(self.named(start))), wanted)

    @precondition(lambda self: self.has("search") and self.trial.claim.matching == "terms")
    @rule(key=KEYS, query=strategies.queries())
    def search(self, key: str, query: str) -> None:
        """The store finds at least what the reference finds, and each row once."""
        hits = self.store.search(self.named(key), query, limit=1_000)
        lost = _texts(self.reference.search(key, query, limit=1_000)) - _texts(hits)
        holds(not lost, expected="every hit of the reference", got=f"without {[*lost]}")
        extra = _texts(hits) - Counter(each.to_json() for each in self.reference.read(key))
        holds(not extra, expected="entries of the list", got=f"also {[*extra]}")

    @precondition(lambda self: self.trial.claim.durable)
    @rule()
    def reopen(self) -> None:
        """Close the store and open it again."""
        self.trial.reopen()

    def teardown(self) -> None:
        """Both hold the same in the end."""
        for key in ("a", "A", "ab", "a%", "é"):
            equal(self.store.read(self.named(key)), self.reference.read(key))


def _texts(hits: Sequence[SearchHit]) -> Counter[str]:
    return Counter(hit.entry.to_json() for hit in hits)


def compare(trial: Trial, *, examples: int, steps: int) -> None:
    """Run ``examples`` sequences of at most ``steps`` calls; the first broken one is shrunk.

    What the trial's script holds afterwards is the shortest sequence that shows the fault.
    """
    numbers = iter(range(10**9))

    def machine() -> Comparison:
        trial.script.steps.clear()
        made = Comparison()
        made.trial, made.prefix = trial, f"{next(numbers)}/"
        return made

    # hypothesis calls what it is given, class or not, once for each example.
    run_state_machine_as_test(machine, settings=_settings(examples, steps))  # type: ignore[arg-type]


def _settings(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
