"""What every index of vectors has, whichever list it belongs to: its space, floor and queries."""

from collections.abc import Mapping
from functools import cached_property

from loom_memory_core import EmbeddingMismatchError

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.floor import Floor, floor_for
from loom_memory_vector.searched_text import embeddable_query


def identity_of(space: Fingerprint) -> str:
    """What two handles must share to use the same vectors."""
    return space.model_dump_json(exclude={"weights_sha256"}, exclude_defaults=True)


class EmbeddedIndex:
    """The part of an index of vectors that knows of no table.

    Args:
        embedder: What makes the vectors.
        parameters: What a URL needs beside the place, to open a store with this index.
        min_score: The floor; the model's own, unless given.
        min_top_score: The gate; likewise.
    """

    name = "vectors"

    def __init__(
        self,
        embedder: CheckedEmbedder,
        *,
        parameters: Mapping[str, str],
        min_score: float | None,
        min_top_score: float | None,
    ) -> None:
        self._embedder = embedder
        self.parameters = parameters
        self._given_floor = min_score, min_top_score

    @cached_property
    def identity(self) -> str:
        """The embedding space, without the hash of the weights and whatever is as usual."""
        return identity_of(self._embedder.fingerprint)

    @cached_property
    def floor(self) -> Floor:
        """The floor and the gate that searches keep."""
        min_score, min_top_score = self._given_floor
        return floor_for(
            self._embedder.fingerprint, min_score=min_score, min_top_score=min_top_score
        )

    def prepare_query(self, query: str) -> Vectors | None:
        """The vector of a query; ``None`` for one without a term."""
        text = embeddable_query(query)
        return None if text is None else self._embedder.embed_query(text)

    def same_space(self, identity: str) -> bool:
        """Whether an index of another identity holds vectors that compare with these."""
        try:
            stored = Fingerprint.from_json(identity)
        except EmbeddingMismatchError:  # a later release's
            return False
        return stored.same_space(self._embedder.fingerprint)

    def mismatch(self, identity: str, *, place: str, url: str) -> EmbeddingMismatchError:
        """The error for a place whose vectors lie in another space."""
        stored, own = Fingerprint.from_json(identity), self._embedder.fingerprint
        return EmbeddingMismatchError(
            f"{place} holds vectors of {stored}, and this handle's embedder is {own}: "
            f"{'; '.join(stored.differences(own))}",
            hint=f"open it with {url}; to move it to the other model instead: "
            f"loom memory reembed --store '{url}' --embedder {self._embedder.model}",
        )
