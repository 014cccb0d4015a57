"""What a user may configure of vectors, whichever list they lie beside."""

from typing import Annotated, Self
from urllib.parse import urlsplit

from loom_memory_core import InvalidOptionsError
from pydantic import AfterValidator, BaseModel, Field, SecretStr, model_validator


def _without_secret(base_url: str | None) -> str | None:
    if base_url is not None and "@" in urlsplit(base_url).netloc:
        raise InvalidOptionsError(
            "base_url holds a user or a password, and the store remembers its URL",
            hint="pass the key as api_key, or in the environment",
        )
    return base_url


class EmbeddingOptions(BaseModel):
    """What makes the vectors of a store, and what counts as a match.

    The second base of an options model: the list's own model is the first.
    """

    embedder: str = Field(
        default="local",
        description="local; openai:MODEL; hashing:DIMENSION, for tests; or package.module:name",
    )

    base_url: Annotated[str | None, AfterValidator(_without_secret)] = Field(
        default=None, description="the service of an openai: model, instead of OpenAI's own"
    )

    api_key: SecretStr | None = Field(
        default=None, description="its key, instead of the one in OPENAI_API_KEY"
    )

    min_score: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="the floor: an entry whose cosine is below it does not match; "
        "the model's own, unless given",
    )

    min_top_score: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="the gate: where even the best cosine is below it, nothing matches; "
        "the model's own, unless given",
    )

    hybrid: bool = Field(
        default=False,
        description="carry an index of words too, and rank by both; the store then matches "
        "by terms, and by meaning as well",
    )

    language: str = "english"
    """Of the words; the list's own model says what it may be."""

    @model_validator(mode="after")
    def _language_is_of_words(self) -> Self:
        if "language" in self.model_fields_set and not self.hybrid:
            raise InvalidOptionsError(
                f"language={self.language!r} is for the index of words, which this store lacks",
                hint="add hybrid=true, or leave language out",
            )
        return self

    @model_validator(mode="after")
    def _gate_is_above_the_floor(self) -> Self:
        floor, gate = self.min_score, self.min_top_score
        if floor is not None and gate is not None and gate < floor:
            raise InvalidOptionsError(
                f"min_top_score={gate} lies below min_score={floor}, so it would never act",
                hint="raise min_top_score, lower min_score, or leave min_top_score out",
            )
        return self

    def parameters(self) -> dict[str, str]:
        """What a URL needs beside the place, to open it with the same indexes; no secret."""
        floor = {"min_score": self.min_score, "min_top_score": self.min_top_score}
        words = {"hybrid": "true", "language": self.language} if self.hybrid else {}
        return {
            "embedder": self.embedder,
            **({"base_url": self.base_url} if self.base_url else {}),
            **{name: repr(value) for name, value in floor.items() if value is not None},
            **words,
        }
