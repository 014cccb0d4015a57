"""The verbs with policy: what a tier keeps is read and found, and what it does not is evicted."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    MemoryStore,
    ReadOnlyStoreError,
    SearchHit,
    check_entries,
    check_limit,
    check_query,
    require,
    supports,
)

from loom_memory_runtime.clock import Clock, moment, utc_now
from loom_memory_runtime.eviction import (
    ATTEMPTS,
    Split,
    Splitter,
    is_expired,
    rewrite,
    split_by,
    split_over,
    take_out,
)
from loom_memory_runtime.summary import Summarizer, summary_entry
from loom_memory_runtime.tier import Policies, Tier, TierPolicy, check_tier, checked_policies
from loom_memory_runtime.tier_key import tier_key


class MemoryRuntime:
    """Four tiers of memory in any store, each with its policy.

    Every list lies under ``tier_key(tier, scope)``. What has expired is never read or found;
    it leaves the store when its list is read or swept.

    Entries leave by ``remove`` where the store has it, and by ``replace`` where it has that:
    either is one step. On a store with neither, a list is cleared and its rest appended, so
    that a crash between the two loses the list, and another process's append at that moment is
    lost or comes to stand in front.

    Args:
        store: Any store.
        policies: What differs from ``DEFAULT_POLICIES``, by tier.
        clock: Gives the present moment, with its time zone.

    Raises:
        TypeError: A policy is none.
        ValueError: There is no such tier.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> two = {"working": TierPolicy(max_entries=2)}
        >>> runtime = MemoryRuntime(InMemoryStore(), policies=two)
        >>> for step in ["look at the load", "fail over", "check the lag"]:
        ...     stored = runtime.append("working", "db-7", [MemoryEntry(content=step)])
        >>> [entry.content for entry in runtime.read("working", "db-7")]
        ['fail over', 'check the lag']
    """

    def __init__(
        self,
        store: MemoryStore,
        *,
        policies: Policies | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self.store = store
        self.clock = clock
        self._policies = checked_policies(policies)

    def policy(self, tier: Tier) -> TierPolicy:
        """What holds for ``tier``."""
        return self._policies[check_tier(tier)]

    def append(self, tier: Tier, scope: str, entries: Sequence[MemoryEntry]) -> list[MemoryEntry]:
        """Put ``entries`` at the end, in one step; those without a time get the present one.

        Returns:
            The entries as they were stored.
        """
        key, now = tier_key(tier, scope), moment(self.clock)
        stamped = [_stamped(entry, now) for entry in check_entries(entries)]
        self.store.append(key, stamped)
        return stamped

    def clear(self, tier: Tier, scope: str) -> None:
        """Empty the list."""
        self.store.clear(tier_key(tier, scope))

    def read(self, tier: Tier, scope: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries that the policy keeps, in append order; all if ``None``.

        What it does not keep is evicted; nothing to evict: nothing is written. A store that was
        opened for reading gives the same answer and is left as it is.

        Args:
            tier: One of the four.
            scope: Whose list.
            limit: How many at most; ``0`` gives ``[]``.

        Raises:
            ValueError: ``limit`` is below 0.
        """
        with suppress(ReadOnlyStoreError):
            return self._read(tier, scope, limit, evict=True)
        return self._read(tier, scope, limit, evict=False)

    def peek(self, tier: Tier, scope: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """What ``read`` would give, without evicting anything."""
        return self._read(tier, scope, limit, evict=False)

    def search(self, tier: Tier, scope: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        """The best ``limit`` hits that have not expired; as many as there are.

        A search sees a part of a list, so nothing is ever written because of it.

        Args:
            tier: One of the four.
            scope: Whose list.
            query: Any text.
            limit: How many at most.

        Raises:
            SearchUnsupportedError: The store has no ``search``; it is not read instead.
            ValueError: ``limit`` is below 0.
        """
        key, policy = tier_key(tier, scope), self.policy(tier)
        query, limit = check_query(query), check_limit(limit, required=True)
        store, now = require(self.store, "search"), moment(self.clock)
        wanted = limit
        while True:
            hits = store.search(key, query, limit=wanted)
            live = [hit for hit in hits if not is_expired(hit.entry, policy=policy, now=now)]
            if len(live) >= limit or len(hits) < wanted:
                return live[:limit]
            wanted *= 4

    def promote(  # noqa: PLR0917 - from, to, whose, what: read aloud, they need no names
        self, from_tier: Tier, to_tier: Tier, scope: str, entries: Sequence[MemoryEntry]
    ) -> int:
        """Move entries of a scope to another tier, as they are.

        They are appended to the target and then taken out of the source: a crash between the
        two leaves them in both, and doing it again duplicates nothing.

        Args:
            from_tier: Where they are.
            to_tier: Where they belong.
            scope: Whose lists.
            entries: As they were read.

        Returns:
            How many were appended; those that the target held already are not counted.

        Raises:
            ValueError: The two tiers are one.
        """
        source, target = tier_key(from_tier, scope), tier_key(to_tier, scope)
        if source == target:
            raise ValueError(f"from_tier and to_tier are both {to_tier!r}; name two tiers")
        moved = dict.fromkeys(check_entries(entries))
        appended = append_missing(self.store, target, list(moved))
        if moved:
            take_out(self.store, source, lambda found: split_by(found, lambda it: it not in moved))
        return appended

    def summarize(self, tier: Tier, scope: str, summarizer: Summarizer) -> MemoryEntry | None:
        """Put one entry in the place of the oldest, if there are more than ``max_entries``.

        The list has ``max_entries`` afterwards, the summary first. What has expired is evicted
        and not summarised. On a store with ``replace`` it is one step, and an append that lands
        meanwhile survives; the summarizer is asked again only if it would see other entries.

        Args:
            tier: One of the four.
            scope: Whose list.
            summarizer: Makes the content of the summary; origins are carried over.

        Returns:
            The summary, or ``None`` where there was nothing to summarise.

        Raises:
            ConflictError: Others changed the list faster than it could be replaced.
            InvalidEntryError: What the summarizer gave is not JSON; nothing was written.
        """
        key, policy = tier_key(tier, scope), self.policy(tier)
        if policy.max_entries is None:
            return None
        now = moment(self.clock)
        made: dict[tuple[MemoryEntry, ...], MemoryEntry] = {}
        for _ in range(ATTEMPTS):
            live = self._live(tier)(self.store.read(key))
            if len(live.kept) <= policy.max_entries:
                return None
            cut = len(live.kept) - policy.max_entries + 1
            folded = tuple(live.kept[:cut])
            if folded not in made:
                made[folded] = summary_entry(folded, summarizer=summarizer, now=now)
            kept = [made[folded], *live.kept[cut:]]
            if rewrite(self.store, key, Split(live.before, kept, [*live.gone, *folded])):
                return made[folded]
        raise ConflictError(
            f"{key!r} changed {ATTEMPTS} times while it was to be summarised",
            hint="do it again when fewer are writing",
        )

    def sweep(self, tier: Tier, scopes: Iterable[str]) -> int:
        """Evict what the policy does not keep, in each of the scopes.

        For an application to call when it likes; nothing runs by itself.

        Returns:
            How many entries went.
        """
        if isinstance(scopes, str):
            raise TypeError(f"scopes is {scopes!r}, a str; pass a list: [scope]")
        keys = [tier_key(tier, scope) for scope in scopes]
        return sum(take_out(self.store, key, self._evicting(tier)).went for key in keys)

    def _read(self, tier: Tier, scope: str, limit: int | None, *, evict: bool) -> list[MemoryEntry]:
        key, policy, limit = tier_key(tier, scope), self.policy(tier), check_limit(limit)
        if policy.ttl_seconds is None and policy.max_entries is None:
            return self.store.read(key, limit=limit)
        splitter = self._evicting(tier)
        if evict:
            kept = take_out(self.store, key, splitter).kept
        else:
            kept = splitter(self.store.read(key)).kept
        most = [each for each in (limit, policy.max_entries) if each is not None]
        return newest(kept, min(most, default=None))

    def _live(self, tier: Tier) -> Splitter:
        """Says of a list which of its entries have expired by now."""
        policy, now = self.policy(tier), moment(self.clock)
        return lambda found: split_by(
            found, lambda entry: not is_expired(entry, policy=policy, now=now)
        )

    def _evicting(self, tier: Tier) -> Splitter:
        """Says of a list what has expired, and what is too much and waits for no summary."""
        policy, live = self.policy(tier), self._live(tier)
        if policy.max_entries is None or policy.summarize:
            return live
        most = policy.max_entries
        return lambda found: split_over(live(found), most)


def newest(entries: list[MemoryEntry], limit: int | None) -> list[MemoryEntry]:
    """The last ``limit`` of ``entries``; all if ``None``."""
    return entries if limit is None else entries[max(len(entries) - limit, 0) :]


def append_missing(store: MemoryStore, key: str, entries: Sequence[MemoryEntry]) -> int:
    """Append those of ``entries`` that the list does not hold yet; how many that were."""
    ids = [entry.id for entry in entries]
    held = set(store.get(key, ids) if supports(store, "get") else store.read(key))
    missing = [entry for entry in entries if entry not in held]
    store.append(key, missing)
    return len(missing)


def _stamped(entry: MemoryEntry, now: datetime) -> MemoryEntry:
    return entry if entry.timestamp else entry.model_copy(update={"timestamp": now})
