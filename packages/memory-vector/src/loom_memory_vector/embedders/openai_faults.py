"""The edge where errors of the ``openai`` client become Loom's, and lose every secret."""

import re
from typing import TYPE_CHECKING, Final

from loom_memory_core import BackendUnavailableError, LoomError

from loom_memory_vector.embedders.openai_answer import Source
from loom_memory_vector.errors import EmbeddingError

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAIError

_HINTS: Final = {
    401: "set OPENAI_API_KEY, or give api_key, to a key that the service accepts",
    403: "use a key that may use this model",
    404: "check the model's name, and that base_url is the service's, often ending in /v1",
    408: "try again, or check the service",
    409: "try again",
    429: "the rate or the quota is used up: wait, or raise it with the provider, then try again",
}
"""By status; those above the last belong to faults of the service itself."""

_SERVER_FAULT: Final = 500

_TOO_MUCH: Final = re.compile(r"context|token|too (?:long|large|many)|length|batch", re.IGNORECASE)
"""How services say that a text, or a list of them, is too long; each has words of its own."""

_KEY: Final = re.compile(r"\b(?:(?:sk|key)-[\w*.-]{6,}|Bearer \S+)")
"""What looks like a key in the words of a service, which may quote another than ours."""


def is_too_much(error: "OpenAIError") -> bool:
    """Whether the service refused texts that it would take if they were fewer or shorter."""
    refused = getattr(error, "status_code", None) in {400, 413, 422}
    return refused and _TOO_MUCH.search(str(error)) is not None


def translated(error: "OpenAIError", source: Source, *, key: str) -> LoomError:
    """The error for a call that the service, or the way to it, refused.

    Args:
        error: The client's.
        source: Who was asked.
        key: The key that was sent; it is nowhere in the result.
    """
    from openai import APIConnectionError, APIStatusError, APITimeoutError  # noqa: PLC0415 - slow

    who = f"{source.model} at {source.url}"
    match error:
        case APITimeoutError():
            return _unavailable(f"{who} did not answer in time", "try again, or check the service")
        case APIConnectionError():
            words = _said(error.__cause__ or error, key)
            return _unavailable(f"{who} could not be reached: {words}", "check that it runs")
        case APIStatusError():
            return _refused(error, who, said=_said(error, key))
        case _:
            return source.wrong(f"what its client cannot read: {_said(error, key)}")


def _refused(error: "APIStatusError", who: str, *, said: str) -> LoomError:
    status = error.status_code
    if status >= _SERVER_FAULT:
        return _unavailable(f"{who} answered {said}", "the service has a fault: try again later")
    if status in _HINTS:
        return _unavailable(f"{who} answered {said}", _HINTS[status])
    return EmbeddingError(
        f"{who} refused the texts: {said}",
        hint="nothing was written; the service's words say what it wants",
    )


def _unavailable(message: str, hint: str) -> BackendUnavailableError:
    return BackendUnavailableError(message, hint=f"nothing was written; {hint}")


def _said(error: BaseException, key: str) -> str:
    """The words of an error on one line, without a key."""
    words = _KEY.sub("***", str(error).replace(key, "***"))
    return " ".join(words.split())[:300] or type(error).__name__
