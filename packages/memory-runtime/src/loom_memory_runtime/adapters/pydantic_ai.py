"""A pydantic-ai message history in any Loom store: one entry for each message."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from loom_memory_core import InvalidEntryError, MemoryEntry, MemoryStore, check_key, check_limit
from pydantic import TypeAdapter, ValidationError
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

T = TypeVar("T")


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
        messages = [message_of(entry) for entry in entries]
        return messages if limit is None or len(messages) < limit else _from_a_user(messages)

    def append(self, messages: Sequence[ModelMessage]) -> None:
        """Put ``messages`` at the end, all of them or none.

        Args:
            messages: Such as ``result.new_messages()``.

        Raises:
            InvalidEntryError: A message holds what pydantic-ai cannot write as JSON.
            TypeError: Something is no message.
        """
        self._store.append(self._key, [message_entry(message) for message in messages])

    def clear(self) -> None:
        """Forget the conversation."""
        self._store.clear(self._key)


def message_entry(message: ModelMessage) -> MemoryEntry:
    """The message as an entry: its JSON, under its kind.

    Raises:
        InvalidEntryError: It holds what pydantic-ai cannot write as JSON.
        TypeError: It is no message.
    """
    if not isinstance(message, ModelRequest | ModelResponse):
        raise TypeError(f"{message!r} is a {type(message).__name__}; pass result.new_messages()")
    content = json_of(ModelMessagesTypeAdapter, [message], what=f"a {message.kind}")
    return MemoryEntry(content=content[0], role=message.kind, timestamp=message.timestamp)


def message_of(entry: MemoryEntry) -> ModelMessage:
    """The message that ``message_entry`` made an entry of.

    Raises:
        InvalidEntryError: It is none.
    """
    return from_json(ModelMessagesTypeAdapter, [entry.content], what=f"entry {entry.id!r}")[0]


def json_of(adapter: TypeAdapter[T], value: T, *, what: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON of one of pydantic-ai's objects.

    Raises:
        InvalidEntryError: It has none.
    """
    try:
        return adapter.dump_python(value, mode="json")
    except PydanticSerializationError as error:
        raise InvalidEntryError(
            f"{what} cannot be written as JSON: {error}",
            hint="what a tool returns, and metadata, must be what pydantic can serialize",
        ) from error


def from_json(adapter: TypeAdapter[T], content: object, *, what: str) -> T:
    """The object that ``json_of`` was given.

    Raises:
        InvalidEntryError: The JSON is of no such object.
    """
    try:
        # From text: bytes stand in it as base64, which Python values are not read from.
        return adapter.validate_json(json.dumps(content))
    except ValidationError as error:
        raise InvalidEntryError(
            f"{what} is none of pydantic-ai's", hint="keep conversations under a key of their own"
        ) from error


def _from_a_user(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    starts = (
        at
        for at, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        and any(isinstance(part, UserPromptPart) for part in message.parts)
    )
    start = next(starts, len(messages))
    return list(messages[start:])
