"""A pydantic-ai message history in any Loom store: one entry for each message."""

import json
from collections.abc import Sequence
from typing import Any

from loom_memory_core import InvalidEntryError, MemoryEntry, MemoryStore, check_key, check_limit
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from loom_memory_runtime.extra import needs

with needs("pydantic_ai", extra="pydantic-ai"):
    from pydantic_ai import (
        ModelMessage,
        ModelMessagesTypeAdapter,
        ModelRequest,
        ModelResponse,
        UserPromptPart,
    )


class MessageHistory:
    """A conversation under one key, in the form that ``message_history=`` takes.

    Each message is one entry: its JSON as pydantic-ai writes it, under its kind as the role,
    with its own time. ``append`` is one step, so processes that share a conversation lose and
    mix nothing. In a coroutine, call the verbs through ``asyncio.to_thread``.

    Args:
        store: Any store.
        key: The list that holds the conversation.

    Raises:
        InvalidKeyError: The key breaks the rules for keys.

    Examples:
        >>> import asyncio
        >>> from loom_memory_core import InMemoryStore
        >>> from pydantic_ai import Agent
        >>> from pydantic_ai.models.test import TestModel
        >>> agent, history = Agent(TestModel()), MessageHistory(InMemoryStore(), "chat/ada")
        >>> result = asyncio.run(agent.run("I like tea", message_history=history.read()))
        >>> history.append(result.new_messages())
        >>> [message.kind for message in history.read()]
        ['request', 'response']
    """

    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store = store
        self._key = check_key(key)

    def read(self, *, limit: int | None = None) -> list[ModelMessage]:
        """The conversation, oldest message first.

        Args:
            limit: How many messages at most. A part begins with what a user said, since
                models refuse a tool's answer without its call: the newest messages from the
                first such one on, and none if no user spoke in them. ``0`` gives ``[]``.

        Raises:
            ValueError: ``limit`` is below 0.
            InvalidEntryError: An entry under the key is no message of pydantic-ai.
        """
        limit = check_limit(limit)
        entries = self._store.read(self._key, limit=limit)
        messages = [_message(entry) for entry in entries]
        return messages if limit is None or len(messages) < limit else _from_a_user(messages)

    def append(self, messages: Sequence[ModelMessage]) -> None:
        """Put ``messages`` at the end, all of them or none.

        Args:
            messages: Such as ``result.new_messages()``.

        Raises:
            InvalidEntryError: A message holds what pydantic-ai cannot write as JSON.
            TypeError: Something is no message.
        """
        self._store.append(self._key, [_entry(message) for message in messages])

    def clear(self) -> None:
        """Forget the conversation."""
        self._store.clear(self._key)


def _entry(message: ModelMessage) -> MemoryEntry:
    if not isinstance(message, ModelRequest | ModelResponse):
        raise TypeError(f"{message!r} is a {type(message).__name__}; pass result.new_messages()")
    try:
        content: Any = ModelMessagesTypeAdapter.dump_python([message], mode="json")[0]
    except PydanticSerializationError as error:
        raise InvalidEntryError(
            f"a {message.kind} cannot be written as JSON: {error}",
            hint="what a tool returns, and metadata, must be what pydantic can serialize",
        ) from error
    return MemoryEntry(content=content, role=message.kind, timestamp=message.timestamp)


def _message(entry: MemoryEntry) -> ModelMessage:
    try:
        # From text: bytes stand in it as base64, which Python values are not read from.
        (message,) = ModelMessagesTypeAdapter.validate_json(json.dumps([entry.content]))
    except ValidationError as error:
        raise InvalidEntryError(
            f"entry {entry.id!r} is no message of pydantic-ai",
            hint="keep a conversation under a key of its own",
        ) from error
    return message


def _from_a_user(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    starts = (
        at
        for at, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        and any(isinstance(part, UserPromptPart) for part in message.parts)
    )
    start = next(starts, len(messages))
    return list(messages[start:])
