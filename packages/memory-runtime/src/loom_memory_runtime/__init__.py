"""Agent memory in use: chat models, and adapters for the frameworks that call them."""

from loom_memory_runtime.chat import (
    ChatMessage,
    ChatModel,
    ChatRefusedError,
    ChatReplyError,
    ChatUnavailableError,
)
from loom_memory_runtime.openai_chat import OpenAIChat

__all__ = [
    "ChatMessage",
    "ChatModel",
    "ChatRefusedError",
    "ChatReplyError",
    "ChatUnavailableError",
    "OpenAIChat",
]
