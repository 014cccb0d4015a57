"""What is stored of a vector: its bytes, the digest of the text that it belongs to, a checksum."""

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.embedder import Vectors

_DIGEST_BYTES: Final = 16

_LITTLE_ENDIAN: Final = "<f4"


class VectorRow(NamedTuple):
    """One vector as a store holds it."""

    digest: bytes
    """Of the text that was embedded; empty for an entry without a term, which has no vector."""

    vector: bytes
    """Its numbers, float32, the lowest byte first."""

    @property
    def checksum(self) -> int:
        """CRC-32 of the vector's bytes."""
        return crc32(self.vector)

    def __bool__(self) -> bool:
        """Whether there is a vector."""
        return bool(self.vector)

    def is_sound(self, checksum: object, dimension: int) -> bool:
        """Whether this is what was stored: its checksum and its length are right."""
        return checksum == self.checksum and len(self.vector) == byte_length(dimension)


NO_VECTOR: Final = VectorRow(b"", b"")
"""What is stored of an entry without a term."""


def digest(text: str) -> bytes:
    """What a text's vector is found by."""
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).digest()


def byte_length(dimension: int) -> int:
    """How long the bytes of a vector are."""
    return 4 * dimension


def vector_rows(embedder: CheckedEmbedder, texts: Sequence[str]) -> list[VectorRow]:
    """Embed ``texts``; equal ones once."""
    vectors = embedder.embed_documents(texts)
    return [
        VectorRow(digest(text), vector.astype(_LITTLE_ENDIAN).tobytes())
        for text, vector in zip(texts, vectors, strict=True)
    ]


def stacked(blobs: Sequence[bytes], dimension: int) -> Vectors:
    """Vectors from their bytes, of shape ``(len(blobs), dimension)``.

    Raises:
        ValueError: One of them has another length.
    """
    wanted = byte_length(dimension)
    wrong = next((each for each in blobs if len(each) != wanted), None)
    if wrong is not None:
        raise ValueError(f"a vector of {len(wrong)} bytes, not {wanted}")
    joined = np.frombuffer(b"".join(blobs), _LITTLE_ENDIAN)
    return joined.astype(np.float32, copy=False).reshape(len(blobs), dimension)


class RememberedRows:
    """Vectors that were made or dropped a short while ago, by the digest of their text.

    In memory only: what was removed leaves the store, and is not embedded again when the same
    process appends it anew.

    Args:
        max_bytes: How much to remember; what was used longest ago goes first.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._rows: OrderedDict[bytes, VectorRow] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def room(self, dimension: int) -> int:
        """How many vectors fit."""
        return self._max_bytes // byte_length(dimension)

    def get(self, name: bytes) -> VectorRow | None:
        """The vector of the text with that digest, if it is remembered."""
        with self._lock:
            found = self._rows.get(name)
            if found is not None:
                self._rows.move_to_end(name)
            return found

    def put(self, rows: Sequence[VectorRow]) -> None:
        """Remember ``rows``."""
        with self._lock:
            for row in rows:
                if row and row.digest not in self._rows:
                    self._rows[row.digest] = row
                    self._bytes += len(row.vector)
            while self._bytes > self._max_bytes:
                _, gone = self._rows.popitem(last=False)
                self._bytes -= len(gone.vector)
