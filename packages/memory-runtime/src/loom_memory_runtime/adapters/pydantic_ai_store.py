"""A pydantic-ai ``ConversationStore`` over a Loom store: messages in one list, a record each.

A record is replaced in one step, and only if it is still the one that the caller read. The
messages that it points at are written before it, so whatever dies in between leaves messages
that nobody points at, and nothing else.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    MemoryStore,
    check_key,
    require,
    supports,
)
from pydantic import TypeAdapter

from loom_memory_runtime.extra import needs

with needs("pydantic_ai", extra="pydantic-ai"):
    from pydantic_ai.conversation_store import (
        ConversationConflict,
        ConversationEntry,
        ConversationRecord,
        ConversationStore,
    )

    from loom_memory_runtime.adapters.pydantic_ai import (
        from_json,
        json_of,
        message_entry,
        message_of,
    )

_RECORD: Final = TypeAdapter(ConversationRecord)
"""Every field, those that a later pydantic-ai adds included."""


class LoomConversationStore(ConversationStore):
    """Conversations of pydantic-ai, with their usage, forks and branches.

    Of several processes that save one conversation, one succeeds and each other gets
    ``ConversationConflict``. Each message is one entry of the list ``<key>/messages``, its JSON
    as pydantic-ai writes it; a conversation's record is the list ``<key>/records/<its id>``.

    ``delete`` keeps the messages, since a fork may share them; ``prune`` removes those that
    nothing points at. The verbs run on worker threads; one that is cancelled goes on once it
    has begun.

    Args:
        store: A store with ``replace``. With ``get``, a message is found at once; to list
            conversations needs ``keys``, to prune ``remove``.
        key: What the lists' names begin with; nothing else should write there.

    Raises:
        VerbUnsupportedError: The store has no ``replace``.
        InvalidKeyError: The key breaks the rules for keys.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> from pydantic_ai import Agent, Conversation
        >>> from pydantic_ai.models.test import TestModel
        >>> async def talk(text):
        ...     before = await chats.load("ada") or Conversation(conversation_id="ada")
        ...     result = await Agent(TestModel()).run(text, conversation=before)
        ...     await chats.save(result)
        ...     return len(result.conversation.messages)
        >>> chats = LoomConversationStore(InMemoryStore(), "chats")
        >>> [asyncio.run(talk(text)) for text in ("I like tea", "What do I like?")]
        [2, 4]
    """

    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store = require(store, "replace")
        self._messages = check_key(f"{check_key(key)}/messages")
        self._records = check_key(f"{key}/records/")

    async def read_record(self, conversation_id: str) -> ConversationRecord | None:
        """The record of a conversation, or ``None``."""
        return await asyncio.to_thread(self._record, self._record_key(conversation_id))

    async def read_records(
        self, *, scope: str | None = None, limit: int | None = None
    ) -> list[ConversationRecord]:
        """The newest records first; every record is read.

        Raises:
            VerbUnsupportedError: The store has no ``keys``.
        """
        records = await asyncio.to_thread(self._all_records)
        found = [record for record in records if scope is None or record.scope == scope]
        return sorted(found, key=lambda record: record.updated_at, reverse=True)[:limit]

    async def write_record(
        self,
        record: ConversationRecord,
        *,
        new_entries: Sequence[ConversationEntry] = (),
        expected_revision: str | None,
    ) -> None:
        """Keep the new messages, then the record, if the stored one is still the expected.

        Raises:
            ConversationConflict: It is not, or the record points at a message that is gone.
            InvalidEntryError: A message or the record holds what JSON does not have.
        """
        await asyncio.to_thread(self._write, record, new_entries, expected_revision)

    async def delete_record(self, conversation_id: str, *, expected_revision: str) -> None:
        """Delete a record and keep its messages, until ``prune``.

        Raises:
            ConversationConflict: The stored record is not the expected one.
        """
        await asyncio.to_thread(self._replace_record, conversation_id, [], expected_revision)

    async def read_entry(self, entry_id: str) -> ConversationEntry:
        """The message with this id.

        Raises:
            LookupError: There is none.
            InvalidEntryError: What is stored there is none.
        """
        return (await self.read_history(entry_id, limit=1))[0]

    async def read_history(
        self, head_id: str | None, *, limit: int | None = None
    ) -> list[ConversationEntry]:
        """The messages up to ``head_id``, or the last ``limit`` of them; a ``get`` for each.

        Raises:
            LookupError: One of them is not there.
            InvalidEntryError: One of them is no message.
        """
        return await asyncio.to_thread(self._history, head_id, limit)

    async def prune(self) -> int:
        """Remove the messages that no conversation and no branch of one points at.

        Call it while nobody saves: it would take what is about to be pointed at.

        Returns:
            How many went.

        Raises:
            VerbUnsupportedError: The store has no ``remove`` or no ``keys``.
        """
        return await asyncio.to_thread(self._pruned)

    def _record_key(self, conversation_id: str) -> str:
        return check_key(f"{self._records}{quote(conversation_id, safe='')}")

    def _record(self, key: str) -> ConversationRecord | None:
        rows = self._store.read(key, limit=1)
        return from_json(_RECORD, rows[0].content, what=f"the record {key!r}") if rows else None

    def _all_records(self) -> list[ConversationRecord]:
        keys = require(self._store, "keys").keys(self._records)
        return [record for key in keys if (record := self._record(key))]

    def _write(
        self,
        record: ConversationRecord,
        new: Sequence[ConversationEntry],
        expected_revision: str | None,
    ) -> None:
        rows = [_row(entry) for entry in new]
        content = json_of(_RECORD, record, what=f"conversation {record.conversation_id!r}")
        row = MemoryEntry(content=content, timestamp=record.updated_at, id=record.revision)
        if not self._is_there(record.head_id, rows):
            raise ConversationConflict(record.conversation_id)
        self._store.append(self._messages, rows)
        try:
            self._replace_record(record.conversation_id, [row], expected_revision)
        except ConversationConflict:
            if supports(self._store, "remove"):
                self._store.remove(self._messages, [each.id for each in rows])
            raise

    def _is_there(self, head_id: str | None, rows: Sequence[MemoryEntry]) -> bool:
        new = {row.id for row in rows}
        return head_id is None or head_id in new or head_id in self._found([head_id])

    def _replace_record(
        self, conversation_id: str, rows: Sequence[MemoryEntry], expected_revision: str | None
    ) -> None:
        expected = [] if expected_revision is None else [expected_revision]
        try:
            self._store.replace(self._record_key(conversation_id), rows, expected=expected)
        except ConflictError as error:
            raise ConversationConflict(conversation_id) from error

    def _found(self, ids: Sequence[str]) -> Mapping[str, MemoryEntry]:
        """The rows of these messages; all rows, where the store has no ``get``."""
        if supports(self._store, "get"):
            rows = self._store.get(self._messages, ids)
        else:
            rows = self._store.read(self._messages)
        return {row.id: row for row in rows}

    def _history(self, head_id: str | None, limit: int | None) -> list[ConversationEntry]:
        found: dict[str, MemoryEntry] = {}
        line: list[ConversationEntry] = []
        while head_id is not None and (limit is None or len(line) < limit):
            if head_id not in found:
                found |= self._found([head_id])
            if head_id not in found:
                raise LookupError(f"message {head_id!r} is not in {self._messages!r}")
            line.append(_entry(found[head_id]))
            head_id = line[-1].parent_id
        return line[::-1]

    def _pruned(self) -> int:
        store = require(self._store, "remove")
        parents = {row.id: _parent(row) for row in store.read(self._messages)}
        tips = [tip for each in self._all_records() for tip in (each.head_id, *each.branches)]
        reached: set[str] = set()
        while tips:
            tip = tips.pop()
            if tip is not None and tip not in reached:
                reached.add(tip)
                tips.append(parents.get(tip))
        return store.remove(self._messages, parents.keys() - reached)


def _row(entry: ConversationEntry) -> MemoryEntry:
    plain = message_entry(entry.message)
    return MemoryEntry(
        content=plain.content,
        role=plain.role,
        timestamp=plain.timestamp,
        meta={"parent_id": entry.parent_id},
        id=entry.id,
    )


def _entry(row: MemoryEntry) -> ConversationEntry:
    return ConversationEntry(id=row.id, parent_id=_parent(row), message=message_of(row))


def _parent(row: MemoryEntry) -> str | None:
    match row.meta:
        case {"parent_id": str(parent)}:
            return parent
    return None
