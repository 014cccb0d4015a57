"""One case at work on one store: its handles, what was done to them, and what it may need."""

import os
import pickle
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from loom_memory_core import OPTIONAL_VERBS, MemoryStore, supports

from loom_conformance.claim import Claim
from loom_conformance.promise import TIERS, Case, Tier
from loom_conformance.script import Script
from loom_conformance.subject import StoreFactory, Subject


class NotApplicableError(Exception):
    """The promise does not concern this store."""


class NotProvenError(Exception):
    """The promise concerns this store, and cannot be shown here."""


class Trial:
    """What a case works with.

    Args:
        factory: Opens the same store each time it is called.
        claim: What the backend says about itself.
        tier: How long the run may take.
    """

    def __init__(
        self, factory: StoreFactory, *, claim: Claim | None = None, tier: Tier = "quick"
    ) -> None:
        self.factory = factory
        self.claim = claim or Claim()
        self.tier: Final = tier
        self.script = Script()
        self._handles: list[Subject] = []
        self._backend = ""

    @property
    def store(self) -> Subject:
        """The first handle on the store, opened when first asked for."""
        return self._handles[0] if self._handles else self.open()

    @property
    def backend(self) -> str:
        """The module of the store's class; empty if the store was not opened."""
        return self._backend

    @property
    def latest(self) -> Subject:
        """The handle that was opened last, or the first."""
        return self._handles[-1] if self._handles else self.open()

    def open(self) -> Subject:
        """One more handle on the same store."""
        name = f"store{len(self._handles) + 1}" if self._handles else "store"
        if self._handles:
            self.script.add(f"{name} = store_factory()()")
        handle = Subject(self.factory(), self.script, name)
        self._backend = type(handle.raw).__module__
        self._handles.append(handle)
        return handle

    def reopen(self) -> Subject:
        """Close every handle, where the store can, and open the store again."""
        for handle in self._handles:
            if supports(handle.raw, "close"):
                handle.close()
        self._handles.clear()
        self.script.add("store = store_factory()()")
        return self.open()

    def by_tier(self, *, quick: int, full: int, soak: int) -> int:
        """The size that fits the tier of this run."""
        return {"quick": quick, "full": full, "soak": soak}[self.tier]

    def pickled(self) -> bytes:
        """The factory as bytes that another process can open the store from.

        Raises:
            NotProvenError: It cannot be pickled.
        """
        try:
            return pickle.dumps(self.factory)
        except Exception as error:
            raise NotProvenError(
                f"store_factory's value cannot be pickled ({type(error).__name__}); "
                "use functools.partial(YourStore, your_options)"
            ) from error

    def prepare(self, case: Case) -> None:
        """Do nothing if the store has what ``case`` needs.

        Raises:
            NotApplicableError: The promise does not concern this store.
            NotProvenError: It does, and cannot be shown here.
        """
        if TIERS.index(case.tier) > TIERS.index(self.tier):
            raise NotProvenError(f"it runs with --loom-tier {case.tier}")
        for need in case.needs:
            self._meet(need)

    def _meet(self, need: str) -> None:
        if need in OPTIONAL_VERBS:
            _meet_verb(need, self.claim, self.store.raw)
        elif need in {"terms", "similarity"}:
            _meet_matching(need, self.claim)
        elif need == "reopen" and not self.claim.durable:
            raise NotProvenError("the store is not durable")
        elif need == "processes":
            self._meet_processes()
        elif need == "fork" and not hasattr(os, "fork"):
            raise NotProvenError("this system cannot fork")

    def _meet_processes(self) -> None:
        if not self.claim.durable:
            raise NotProvenError("the store is not durable")
        if not hasattr(signal, "SIGKILL"):
            raise NotProvenError("this system has no SIGKILL")
        self.pickled()

    def close(self) -> None:
        """Free every handle; what closing raises is a case's business, not the kit's."""
        for handle in self._handles:
            close = getattr(handle.raw, "close", None)
            if callable(close):
                with suppress(Exception):
                    close()

    def forget(self) -> None:
        """Let go of every handle and of all that was written down."""
        self._handles.clear()
        self.script.steps.clear()

    def arguments(self, case: Case) -> Mapping[str, object]:
        """What the case's function asks for by name."""
        names = case.function.__code__.co_varnames[1 : case.function.__code__.co_argcount]
        return {name: self.store if name == "store" else self for name in names}


def _meet_verb(verb: str, claim: Claim, raw: MemoryStore) -> None:
    if supports(raw, verb):
        return
    if verb in claim.verbs:
        raise NotProvenError(f"{verb} is promised, and the store does not have it")
    raise NotApplicableError(f"the store has no {verb}, and does not promise it")


def _meet_matching(matching: str, claim: Claim) -> None:
    if matching != claim.matching:
        raise NotApplicableError(f"the store matches by {claim.matching}")
