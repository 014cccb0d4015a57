"""The fingerprint of an embedding space: what two vectors must share to be compared."""

from typing import Annotated, Self

from loom_memory_core import EmbeddingMismatchError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from loom_memory_vector.families import family_name


class Fingerprint(BaseModel):
    """An embedding space: a family of models, and how vectors are made with it.

    Examples:
        >>> small = Fingerprint(family="all-MiniLM-L6-v2", dimension=384)
        >>> alias = Fingerprint(family="all-minilm:latest", dimension=384)
        >>> small.same_space(alias), small.same_space(Fingerprint(family="acme", dimension=384))
        (True, False)
        >>> Fingerprint.from_json(small.to_json()) == small
        True
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    family: Annotated[str, Field(min_length=1), AfterValidator(family_name)]
    """Which model, whatever it is called where it is served; a known alias becomes the name."""

    dimension: int = Field(gt=0)
    """How many numbers a vector has."""

    normalised: bool = True
    """Whether vectors have length one before they are compared, so that a product is a cosine."""

    document_prefix: str = ""
    """What the embedder puts before a text that is stored."""

    query_prefix: str = ""
    """What the embedder puts before a question."""

    weights_sha256: str | None = None
    """The hash of the model's file, where there is one; recorded and shown, never compared."""

    def same_space(self, other: Self) -> bool:
        """Whether vectors of both may be compared; the hash of the weights does not matter."""
        return not self.differences(other)

    def differences(self, other: Self) -> list[str]:
        """Each way in which ``other`` is another space, as ``field: own, not other's``."""
        names = [name for name in type(self).model_fields if name != "weights_sha256"]
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in names)
        return [f"{name}: {own!r}, not {theirs!r}" for name, own, theirs in pairs if own != theirs]

    def to_json(self) -> str:
        """One line of JSON, as stores keep it."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The fingerprint that ``to_json`` wrote.

        Raises:
            EmbeddingMismatchError: The text is no fingerprint.
        """
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            place = ".".join(map(str, error.errors()[0]["loc"])) or "the whole"
            raise EmbeddingMismatchError(
                f"the stored fingerprint of the embedding space cannot be read: {place} is wrong",
                hint="a newer loom-memory-vector may have written it; else `loom memory reembed`",
            ) from error

    def __str__(self) -> str:
        """The space in a few words, as ``loom memory info`` prints it."""
        weights = f", weights {self.weights_sha256[:12]}" if self.weights_sha256 else ""
        return f"{self.family}, {self.dimension} dimensions{weights}"


def check_space(stored: Fingerprint, own: Fingerprint, *, place: str) -> None:
    """Refuse to mix two embedding spaces.

    Args:
        stored: The space of the vectors that are there.
        own: The space of the embedder that is to be used with them.
        place: What holds the vectors, for the message.

    Raises:
        EmbeddingMismatchError: They are different.
    """
    if found := stored.differences(own):
        raise EmbeddingMismatchError(
            f"{place} holds vectors of {stored.family!r}, and the embedder given is "
            f"{own.family!r}: {'; '.join(found)}",
            hint=f"open it with the embedder of {stored.family!r}, "
            "or move it to the new one: `loom memory reembed`",
        )
