"""From what a user writes in a URL to the embedder that is meant."""

from typing import Final

from loom_memory_core import InvalidOptionsError, nearest
from pydantic import SecretStr

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.embedder import Embedder
from loom_memory_vector.embedders.attribute import PLACE, embedder_at
from loom_memory_vector.embedders.hashing import HashingEmbedder
from loom_memory_vector.embedders.local import LocalEmbedder
from loom_memory_vector.embedders.openai_client import OpenAIEmbedder
from loom_memory_vector.embedding_options import EmbeddingOptions

FORMS: Final = (
    "local, openai:MODEL, openai:DEPLOYMENT=MODEL, hashing:DIMENSION, package.module:name"
)
"""What can be written, for messages."""


def embedder_of(options: EmbeddingOptions) -> CheckedEmbedder:
    """The embedder that the options of a store name, as ``make_embedder`` makes it."""
    return make_embedder(options.embedder, base_url=options.base_url, api_key=options.api_key)


def make_embedder(
    name: str, *, base_url: str | None = None, api_key: SecretStr | None = None
) -> CheckedEmbedder:
    """The embedder that ``name`` means; no model is loaded and no service asked.

    Args:
        name: ``local``; ``openai:<model>``, or ``openai:<deployment>=<model>`` where a
            service has a name of its own for a known model; ``hashing:<dimension>``;
            or ``package.module:attribute``.
        base_url: The service of an ``openai:`` model, instead of OpenAI's own.
        api_key: Its key, instead of the one in ``OPENAI_API_KEY``.

    Returns:
        The embedder, with what it gives checked.

    Raises:
        InvalidOptionsError: The name means nothing, or an option is not for it.
        BackendLoadError: Its library is not installed, or its module failed.

    Example:
        >>> make_embedder("hashing:256").dimension
        256
    """
    kind, _, rest = name.partition(":")
    if kind == "openai" and rest:
        return CheckedEmbedder(_openai(rest, base_url, api_key))
    for option, value in (("base_url", base_url), ("api_key", api_key)):
        if value is not None:
            raise InvalidOptionsError(
                f"{option} is not for embedder={name}", hint="it is for openai:MODEL; leave it out"
            )
    return CheckedEmbedder(_without_service(name, kind, rest))


def _openai(rest: str, base_url: str | None, api_key: SecretStr | None) -> OpenAIEmbedder:
    model, _, family = rest.partition("=")
    return OpenAIEmbedder(model, family=family or None, base_url=base_url, api_key=api_key)


def _without_service(name: str, kind: str, rest: str) -> Embedder:
    if name == "local":
        return LocalEmbedder()
    if kind == "hashing" and rest.isascii() and rest.isdecimal():
        return HashingEmbedder(int(rest))
    if PLACE.fullmatch(name) and kind not in {"openai", "hashing", "local"}:
        return embedder_at(name)
    guess = nearest(kind, ["local", "openai", "hashing"])
    raise InvalidOptionsError(
        f"embedder={name!r} names no embedder",
        hint=f"did you mean {guess}? The forms are {FORMS}" if guess else f"use {FORMS}",
    )
