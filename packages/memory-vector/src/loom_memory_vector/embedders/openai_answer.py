"""What a service of OpenAI's protocol answers to texts: vectors, decoded and in order."""

import binascii
from base64 import b64decode
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from loom_memory_vector.errors import EmbeddingError


class Source(NamedTuple):
    """Who answered, for messages."""

    model: str
    url: str

    def wrong(self, what: str) -> EmbeddingError:
        """The error for an answer that is no list of vectors."""
        return EmbeddingError(
            f"{self.model} at {self.url} answered with {what}",
            hint="nothing was written; check that the model is one for embeddings and that "
            "base_url ends where the service's documentation says, often in /v1",
        )


def decoded(answer: object, *, count: int, source: Source) -> NDArray[np.float32]:
    """The vectors of an answer, in the order of the texts.

    Args:
        answer: What the client gave; a service that is none may have sent anything.
        count: How many texts were sent.
        source: Who answered.

    Returns:
        float32 of shape ``(count, d)``, as the service computed them.

    Raises:
        EmbeddingError: It is not one vector for each text, all of one dimension.
    """
    data = getattr(answer, "data", None)
    if not isinstance(data, list):
        raise source.wrong("something else than a list of embeddings")
    if len(data) != count:
        raise source.wrong(f"{len(data)} embeddings for {count} texts")
    by_place = {getattr(each, "index", None): each for each in data}
    if by_place.keys() != set(range(count)):
        raise source.wrong(f"embeddings that are not numbered from 0 to {count - 1}")
    vectors = [_numbers(getattr(by_place[at], "embedding", None), source) for at in range(count)]
    if len({vector.shape for vector in vectors}) != 1:
        raise source.wrong("embeddings of different dimensions")
    return np.stack(vectors)


def _numbers(embedding: object, source: Source) -> NDArray[np.float32]:
    """Base64 of little-endian float32, or a list from services that know no other form."""
    try:
        if isinstance(embedding, str):
            return np.frombuffer(b64decode(embedding, validate=True), "<f4")
        if isinstance(embedding, list):
            return np.array(embedding, np.float32)
    except (binascii.Error, ValueError, TypeError) as error:
        raise source.wrong("an embedding that cannot be decoded") from error
    raise source.wrong("an item that holds no embedding")
