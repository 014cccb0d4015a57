"""The lease: one holder at a time for what touches a whole scope. It saves work, not safety."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from loom_memory_core import MemoryEntry
from loom_memory_runtime import Clock, moment
from pydantic import ValidationError

from loom_memory_knowledge.errors import LeaseHeldError
from loom_memory_knowledge.keys import lease_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.scope import Scope

LEASE_SECONDS: Final = 300.0
"""How long a claim holds unless it is released; a holder that died blocks others no longer."""


class LeaseClaim(Part):
    """What a claim says."""

    purpose: str
    expires_at: datetime


class Lease:
    """A claim on a scope that was the first unexpired one when it was read back.

    Args:
        expires_at: When it ends by itself.
        clock: Tells whether it has.
    """

    def __init__(self, expires_at: datetime, *, clock: Clock) -> None:
        self.expires_at = expires_at
        self._clock = clock

    @property
    def held(self) -> bool:
        """Whether it still holds; its holder asks before each item of its work."""
        return moment(self._clock) < self.expires_at


@contextmanager
def leased(
    store: KnowledgeStore,
    scope: Scope,
    *,
    purpose: str,
    clock: Clock,
    seconds: float = LEASE_SECONDS,
) -> Iterator[Lease]:
    """Hold the scope's lease inside a ``with`` block.

    Claims are appended, and the first in append order that has not expired holds; so two that
    claim at once agree on one of them.

    Args:
        store: Holds the claims.
        scope: What is held.
        purpose: What for, shown to whoever finds it held.
        clock: The holder's.
        seconds: From now until it ends by itself.

    Raises:
        LeaseHeldError: Another claim holds; this one was taken back, and nothing else written.
    """
    key, id_ = lease_key(scope), uuid4().hex
    expires_at = moment(clock) + timedelta(seconds=seconds)
    claim = LeaseClaim(purpose=purpose, expires_at=expires_at)
    store.append(key, [MemoryEntry(content=None, id=id_, meta=claim.to_meta())])
    try:
        holder = _holder(store.read(key), now=moment(clock))
        if holder is None or holder[0] != id_:
            raise _held(scope, None if holder is None else holder[1])
        yield Lease(expires_at, clock=clock)
    finally:
        store.remove(key, [id_])


def _holder(rows: list[MemoryEntry], *, now: datetime) -> tuple[str, LeaseClaim] | None:
    for row in rows:
        try:
            claim = LeaseClaim.model_validate(row.meta)
        except ValidationError:
            continue  # no claim of ours; it can hold nothing
        if claim.expires_at > now:
            return row.id, claim
    return None


def _held(scope: Scope, claim: LeaseClaim | None) -> LeaseHeldError:
    if claim is None:
        return LeaseHeldError(
            f"the lease of scope {str(scope)!r} expired while it was being claimed",
            hint="ask for more seconds, and check the machine's clock",
        )
    return LeaseHeldError(
        f"scope {str(scope)!r} is held for {claim.purpose} until {claim.expires_at.isoformat()}",
        hint="try again then; a holder that died lets go by itself",
    )
