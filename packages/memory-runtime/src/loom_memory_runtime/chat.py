"""A chat model: messages in, text out; and what can go wrong with one."""

from collections.abc import Sequence
from typing import Protocol, TypedDict

from loom_memory_core import LoomError


class ChatMessage(TypedDict):
    """One message, in the form that OpenAI's API and those like it take."""

    role: str
    """``system``, ``user`` or ``assistant``."""

    content: str
    """What is said."""


class ChatModel(Protocol):
    """What an application asks; a test or an offline run brings one of its own."""

    def complete(self, messages: Sequence[ChatMessage]) -> str:
        """The model's whole reply to ``messages``.

        Args:
            messages: The conversation so far, oldest first.

        Raises:
            ChatUnavailableError: No answer came; asking again may help.
            ChatRefusedError: The request was turned down, and would be again.
            ChatReplyError: An answer came that holds no whole reply.
        """
        ...


class ChatUnavailableError(LoomError, ConnectionError):
    """A chat model did not answer: no connection, too slow, too busy, or broken."""

    code = "chat-unavailable"


class ChatRefusedError(LoomError, ValueError):
    """A chat model turned the request down: the key, the model's name, or the messages."""

    code = "chat-refused"


class ChatReplyError(LoomError, ValueError):
    """A chat model answered without a whole reply."""

    code = "chat-reply"
