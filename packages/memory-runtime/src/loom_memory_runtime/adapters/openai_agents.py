"""A session of the OpenAI Agents SDK in any Loom store: the items of a conversation, in order."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, ParamSpec, TypeVar

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    MemoryStore,
    RemovableStore,
    ReplaceableStore,
    VerbUnsupportedError,
    check_key,
    supports,
)

from loom_memory_runtime.extra import needs

with needs("agents", extra="openai-agents"):
    from agents import SessionSettings, TResponseInputItem

P = ParamSpec("P")
R = TypeVar("R")

PREFIX: Final = "openai-agents/"
"""What stands before the session's id in the key, unless a key is given."""


class LoomSession:
    """The SDK's ``Session``, kept under one key of a Loom store.

    Each item is one entry: its JSON as it came, under its role. ``add_items`` is one step, so
    processes that share a session lose and mix nothing. The verbs run on worker threads; one
    that changes the session is done before its cancellation is seen.

    Args:
        session_id: Names the conversation.
        store: Any store. ``pop_item``, which the SDK calls to take back a turn that failed,
            needs ``remove`` or ``replace``.
        key: The list that holds the conversation; unless given, ``openai-agents/`` and the id.
        session_settings: ``limit`` is how many items ``get_items`` gives when it is not told.

    Raises:
        InvalidKeyError: The key breaks the rules for keys.
        TypeError: The id is no text, or the settings are something else, such as a dict.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> session = LoomSession("ada", InMemoryStore())
        >>> asyncio.run(session.add_items([{"role": "user", "content": "I like tea"}]))
        >>> asyncio.run(session.get_items())
        [{'role': 'user', 'content': 'I like tea'}]
    """

    session_settings: SessionSettings | None

    def __init__(
        self,
        session_id: str,
        store: MemoryStore,
        *,
        key: str | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        if not isinstance(session_id, str):
            raise TypeError(f"session_id is {session_id!r}; pass a str that names the conversation")
        if not isinstance(session_settings, SessionSettings | None):
            raise TypeError(
                f"session_settings is {session_settings!r}; pass SessionSettings(limit=...)"
            )
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._store = store
        self._key = check_key(f"{PREFIX}{session_id}" if key is None else key)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The newest ``limit`` items, oldest first; all, unless the settings say otherwise.

        Args:
            limit: How many at most; ``0`` gives ``[]``.

        Raises:
            ValueError: ``limit`` is below 0.
            CorruptEntryError: A stored row cannot be parsed.
        """
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        entries = await asyncio.to_thread(self._store.read, self._key, limit=limit)
        return [_item(entry) for entry in entries]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Put ``items`` at the end, all of them or none.

        Args:
            items: What was said and done, as the SDK has it.

        Raises:
            InvalidEntryError: An item is not JSON.
            TypeError: An item is no mapping.
        """
        now = datetime.now(UTC)
        entries = [_entry(item, now) for item in items]
        await _done(self._store.append, self._key, entries)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the newest item away; of several who do so at once, each gets another.

        Returns:
            The item, or ``None`` if there is none.

        Raises:
            VerbUnsupportedError: The store has neither ``remove`` nor ``replace``.
        """
        entry = await _done(self._pop)
        return None if entry is None else _item(entry)

    async def clear_session(self) -> None:
        """Take every item away."""
        await _done(self._store.clear, self._key)

    def _pop(self) -> MemoryEntry | None:
        if supports(self._store, "remove"):
            return self._removed_last(self._store)
        if supports(self._store, "replace"):
            return self._replaced_without_last(self._store)
        raise VerbUnsupportedError(
            f"{type(self._store).__name__} has neither 'remove' nor 'replace', so it cannot take "
            "back the last item and keep what another process adds meanwhile",
            hint="open a store whose backend lists one of them in `loom plugin list`",
        )

    def _removed_last(self, store: RemovableStore) -> MemoryEntry | None:
        while newest := store.read(self._key, limit=1):
            if store.remove(self._key, [newest[0].id]):
                return newest[0]
        return None

    def _replaced_without_last(self, store: ReplaceableStore) -> MemoryEntry | None:
        while entries := store.read(self._key):
            try:
                expected = [entry.id for entry in entries]
                store.replace(self._key, entries[:-1], expected=expected)
            except ConflictError:
                continue
            return entries[-1]
        return None


async def _done(verb: Callable[P, R], *args: P.args, **options: P.kwargs) -> R:
    """The result of ``verb`` on a thread; a cancellation, and each after it, waits for its end.

    The SDK takes back a turn that was cancelled, which must not overtake what added it.
    """
    call = asyncio.ensure_future(asyncio.to_thread(verb, *args, **options))
    cancelled: asyncio.CancelledError | None = None
    while not call.done():
        try:
            await asyncio.wait({call})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return call.result()
    call.exception()  # has been seen, so asyncio does not report it as lost
    raise cancelled


def _entry(item: TResponseInputItem, now: datetime) -> MemoryEntry:
    if not isinstance(item, Mapping):
        raise TypeError(f"{item!r} is a {type(item).__name__}; an item is a mapping")
    fields: Any = dict(item)
    role = fields.get("role")
    return MemoryEntry(content=fields, role=role if isinstance(role, str) else None, timestamp=now)


def _item(entry: MemoryEntry) -> TResponseInputItem:
    item: Any = entry.content
    return item  # type: ignore[no-any-return]  # the JSON of what add_items was given
