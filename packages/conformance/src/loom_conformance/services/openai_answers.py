"""The bodies that OpenAI's routes answer with, right ones and spoiled ones."""

import base64
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final

from loom_conformance.services.embedding import embedded
from loom_conformance.services.fault import Fault

MOST_INPUTS: Final = 2_048
"""Texts in one call; OpenAI's reference for embeddings says so of its own."""

Body = dict[str, Any]


class RequestError(ValueError):
    """The request is not one that the route understands; status 400."""


def embeddings(
    request: Mapping[str, Any], *, dimension: int, longest: int | None, fault: Fault | None
) -> Body:
    """The answer of ``/v1/embeddings``.

    Args:
        request: ``input`` as text or a list of texts, ``dimensions``, ``encoding_format``.
        dimension: How many numbers, where the request does not say.
        longest: How many words of a text the model reads; any number, if ``None``.
        fault: What is wrong with the answer.

    Raises:
        RequestError: ``input`` is missing, empty, too long, or something else.
    """
    texts = _texts(request.get("input"))
    _check_length(texts, longest)
    size = request.get("dimensions", dimension) - (fault is Fault.WRONG_DIMENSION)
    vectors = [_spoiled(embedded(text, size), fault) for text in texts]
    encode = _base64 if request.get("encoding_format") == "base64" else list
    data = [
        {"object": "embedding", "index": at, "embedding": encode(vector)}
        for at, vector in enumerate(vectors)
    ]
    return {
        "object": "list",
        "data": _listed(data, fault),
        "model": request.get("model"),
        "usage": _usage(" ".join(texts)),
    }


def chat(request: Mapping[str, Any], message: Mapping[str, Any], *, fault: Fault | None) -> Body:
    """The answer of ``/v1/chat/completions`` whose one choice is ``message``."""
    ending = "length" if fault is Fault.CUT_SHORT else "stop"
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": ending}
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": request.get("model"),
        "choices": [] if fault is Fault.NO_CHOICES else [choice],
        "usage": _usage(str(request.get("messages")), str(message.get("content"))),
    }


def models(names: Sequence[str]) -> Body:
    """The answer of ``/v1/models``."""
    data = [{"id": name, "object": "model", "created": 0, "owned_by": "loom"} for name in names]
    return {"object": "list", "data": data}


def refusal(message: str, kind: str) -> Body:
    """The body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _texts(given: object) -> list[str]:
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise RequestError("input must be a text or a list of texts")
    if not texts or not all(texts):
        raise RequestError("input must not be empty, nor hold an empty text")
    if len(texts) > MOST_INPUTS:
        raise RequestError(f"input holds {len(texts)} texts, more than {MOST_INPUTS}")
    return texts


def _check_length(texts: Sequence[str], longest: int | None) -> None:
    words = max(len(text.split()) for text in texts)
    if longest is not None and words > longest:
        raise RequestError(
            f"This model's maximum context length is {longest} tokens, however you requested "
            f"{words} tokens. Please reduce your prompt."
        )


def _spoiled(vector: list[float], fault: Fault | None) -> list[float]:
    if fault is Fault.NAN:
        return [math.nan] * len(vector)
    return [0.0] * len(vector) if fault is Fault.ZEROS else vector


def _listed(data: list[Body], fault: Fault | None) -> list[Body]:
    if fault is Fault.WRONG_COUNT:
        return data[:-1]
    return data[::-1] if fault is Fault.WRONG_ORDER else data


def _base64(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def _usage(prompt: str, reply: str = "") -> Body:
    asked, said = len(prompt.split()), len(reply.split())
    counts = {"prompt_tokens": asked, "total_tokens": asked + said}
    return counts | ({"completion_tokens": said} if reply else {})
