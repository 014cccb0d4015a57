"""OpenAI's chat, or any server that speaks as it does, through the official client."""

import os
from collections.abc import Mapping, Sequence
from json import JSONDecodeError
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from loom_memory_core import InvalidOptionsError, LoomError
from pydantic import SecretStr

from loom_memory_runtime.chat import (
    ChatMessage,
    ChatRefusedError,
    ChatReplyError,
    ChatUnavailableError,
)
from loom_memory_runtime.extra import needs

DEFAULT_MODEL: Final = "gpt-4o-mini"
"""What ``from_environment`` asks where ``OPENAI_MODEL`` names no other."""

OPENAI_URL: Final = "https://api.openai.com/v1"
"""Where the client goes unless it is told otherwise."""

BUSY_STATUSES: Final = frozenset({408, 409, 429})
"""Refusals that pass by themselves; the client asks again after these, and after any 5xx."""


class OpenAIChat:
    """A chat model behind ``openai``'s client; the extra ``[openai]`` brings it.

    The client asks again, with growing pauses or as ``Retry-After`` says, when it got no
    answer, 408, 409, 429 or 5xx. An object may be shared between threads.

    Args:
        model: The model's name, as the server knows it.
        base_url: Where the server is, as in ``http://127.0.0.1:8000/v1``; unless given,
            ``OPENAI_BASE_URL``, else OpenAI's own.
        api_key: The key; unless given, ``OPENAI_API_KEY``. A server other than OpenAI's
            may need none. It is never shown.
        timeout_seconds: How long one attempt may take.
        max_retries: How often to ask again.

    Raises:
        ImportError: The extra is not installed.
        InvalidOptionsError: There is no key for OpenAI's own server, a URL cannot be used, or
            an attempt has no time.
        TypeError: The key is a bare ``str``.

    Examples:
        >>> OpenAIChat("llama", base_url="http://127.0.0.1:8000/v1")
        OpenAIChat('llama', base_url='http://127.0.0.1:8000/v1')
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: SecretStr | None = None,
        timeout_seconds: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        if timeout_seconds <= 0:
            raise InvalidOptionsError(
                f"timeout_seconds is {timeout_seconds:g}",
                hint="give an attempt more than 0 seconds",
            )
        given = base_url or os.environ.get("OPENAI_BASE_URL")
        self.model = model
        self._place = _place(given or OPENAI_URL)
        self._key = _key(api_key, is_needed=given is None)
        self._attempts = f"{timeout_seconds:g} s an attempt, {max_retries + 1} attempts"
        with needs("openai", extra="openai"):
            import openai  # noqa: PLC0415 - 2.5 s that an offline application need not pay
        self._client = openai.OpenAI(
            base_url=given or OPENAI_URL,
            api_key=self._key.get_secret_value(),
            timeout=timeout_seconds,
            max_retries=max_retries,
        )

    @classmethod
    def from_environment(cls, variables: Mapping[str, str] = os.environ) -> Self | None:
        """The model that the environment names, or ``None`` if it names none.

        ``OPENAI_BASE_URL`` or ``OPENAI_API_KEY`` says that there is one, and ``OPENAI_MODEL``
        which; unless it does, ``gpt-4o-mini``.

        Args:
            variables: Where to look.

        Raises:
            ImportError: One is named and the extra ``[openai]`` is not installed.
            InvalidOptionsError: A URL cannot be used.

        Examples:
            >>> OpenAIChat.from_environment({}) is None
            True
        """
        base_url, key = variables.get("OPENAI_BASE_URL"), variables.get("OPENAI_API_KEY")
        if not (base_url or key):
            return None
        model = variables.get("OPENAI_MODEL") or DEFAULT_MODEL
        return cls(model, base_url=base_url, api_key=SecretStr(key) if key else None)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.model!r}, base_url={self._place!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; twice is fine."""
        self._client.close()

    def complete(self, messages: Sequence[ChatMessage]) -> str:
        """The model's whole reply.

        Args:
            messages: The conversation so far, oldest first.

        Raises:
            ChatUnavailableError: No answer came, or the server was too busy.
            ChatRefusedError: The server turned the request down, or it cannot be sent.
            ChatReplyError: The answer is not one, holds no text, or breaks off.
        """
        import openai  # noqa: PLC0415 - as above

        asked: Any = [dict(message) for message in messages]  # the client's types name each role
        try:
            answer = self._client.chat.completions.create(model=self.model, messages=asked)
        except (openai.OpenAIError, JSONDecodeError, UnicodeError) as error:
            raise self._translated(error) from self._shown_cause(error)
        return self._reply(answer)

    def _translated(self, error: Exception) -> LoomError:
        import openai  # noqa: PLC0415 - as above

        status = getattr(error, "status_code", 0)
        what = f"{self.model} at {self._place}: {self._without_key(error)}"
        if isinstance(error, openai.APIConnectionError):
            return ChatUnavailableError(
                f"{what} ({self._attempts})",
                hint="is the server up, and fast enough? OPENAI_BASE_URL says where it is, "
                "timeout_seconds how long to wait",
            )
        if status in BUSY_STATUSES or status >= 500:  # noqa: PLR2004 - HTTP's own number
            return ChatUnavailableError(what, hint="ask again later, or raise max_retries")
        if isinstance(error, openai.APIStatusError):
            return ChatRefusedError(
                what, hint=_ADVICE.get(status, "the message says what is wrong")
            )
        if isinstance(error, UnicodeEncodeError):
            return ChatRefusedError(what, hint="is half of a character in the messages?")
        return ChatReplyError(what, hint=_NO_API)

    def _reply(self, answer: object) -> str:
        """The text; the client hands on whatever the server sent, of any shape."""
        choices = getattr(answer, "choices", None)
        if not isinstance(choices, list) or not choices:
            sent = self._without_key(answer)[:200]
            raise self._no_reply(f"there is no choice in {sent!r}", hint=_NO_API)
        reason = getattr(choices[0], "finish_reason", None)
        if reason in {"length", "content_filter"}:
            raise self._no_reply(f"the reply breaks off, finish_reason {reason!r}")
        message = getattr(choices[0], "message", None)
        text = getattr(message, "content", None)
        if not isinstance(text, str) or not text.strip():
            refusal = getattr(message, "refusal", None)
            why = f"the message holds no text; its refusal is {refusal!r}"
            raise self._no_reply(self._without_key(why))
        return text

    def _no_reply(self, why: str, *, hint: str | None = None) -> ChatReplyError:
        return ChatReplyError(
            f"{self.model} at {self._place}: {why}",
            hint=hint or "send less, or ask another model; what it did send cannot be used",
        )

    def _without_key(self, said: object) -> str:
        return str(said).replace(self._key.get_secret_value(), "**********")

    def _shown_cause(self, error: Exception) -> Exception | None:
        """The error, unless the server repeated the key in it."""
        return None if self._key.get_secret_value() in str(error) else error


_NO_API: Final = "OPENAI_BASE_URL must name an API, most often ending in /v1"

_ADVICE: Final = {
    401: "check OPENAI_API_KEY",
    403: "check what OPENAI_API_KEY may use",
    404: "check the model's name, OPENAI_MODEL, and the path of OPENAI_BASE_URL",
}


def _place(url: str) -> str:
    """The URL without what may be secret: user, password and query."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    is_blank = " " in url or not url.isprintable()
    if is_blank or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InvalidOptionsError(
            "the base URL of the chat model is not an http or https URL with a host, and no blanks",
            hint="as in OPENAI_BASE_URL=http://127.0.0.1:8000/v1",
        )
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def _key(given: SecretStr | None, *, is_needed: bool) -> SecretStr:
    if isinstance(given, str):
        raise TypeError("api_key is a str, which a traceback would show; pass SecretStr(...)")
    key = given or SecretStr(os.environ.get("OPENAI_API_KEY", ""))
    if key.get_secret_value():
        return _sendable(key)
    if is_needed:
        raise InvalidOptionsError(
            "there is no key for OpenAI's server",
            hint="set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs none",
        )
    return SecretStr("no-key-given")  # the client insists on one


def _sendable(key: SecretStr) -> SecretStr:
    text = key.get_secret_value()
    if text.isascii() and text.isprintable() and " " not in text:
        return key
    raise InvalidOptionsError(
        "the key of the chat model holds a blank, a line break or a character beyond ASCII",
        hint="was it copied with a line's end? strip it",
    )
