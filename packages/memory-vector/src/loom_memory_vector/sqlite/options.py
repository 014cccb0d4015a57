"""What a user may configure of vectors in an SQLite file."""

from typing import Annotated, Final, Self
from urllib.parse import urlsplit

from loom_memory_core import InvalidOptionsError, StoreUrl
from loom_memory_sqlite import SqliteOptions
from pydantic import AfterValidator, Field, SecretStr, model_validator

SCHEME: Final = "vector+sqlite"

_MEGABYTE: Final = 1024 * 1024


def _is_exact(approximate: bool) -> bool:  # noqa: FBT001 - a validator
    if approximate:
        raise InvalidOptionsError(
            "approximate=true is not for vector+sqlite, which compares every vector of a key",
            hint="leave it out; a key that is too long for that belongs into PostgreSQL",
        )
    return approximate


def _without_secret(base_url: str | None) -> str | None:
    if base_url is not None and "@" in urlsplit(base_url).netloc:
        raise InvalidOptionsError(
            "base_url holds a user or a password, and the file remembers its URL",
            hint="pass the key as api_key, or in the environment",
        )
    return base_url


class VectorSqliteOptions(SqliteOptions):
    """Where the file is, what makes its vectors, and what counts as a match.

    Examples:
        >>> from loom_memory_core import StoreUrl
        >>> url = StoreUrl.parse("vector+sqlite:///memory.db")
        >>> VectorSqliteOptions(url=url, embedder="hashing:256").parameters()
        {'embedder': 'hashing:256'}
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

    approximate: Annotated[bool, AfterValidator(_is_exact)] = Field(
        default=False, description="refused: a search is exact at every size"
    )

    cache_megabytes: int = Field(
        default=512,
        ge=0,
        le=1_048_576,
        description="how much memory the vectors of searched keys may take between searches",
    )

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

    @property
    def cache_bytes(self) -> int:
        """The bound of the cache."""
        return self.cache_megabytes * _MEGABYTE

    def parameters(self) -> dict[str, str]:
        """What a URL needs beside the file, to open it with the same indexes; no secret."""
        floor = {"min_score": self.min_score, "min_top_score": self.min_top_score}
        words = {"hybrid": "true", "language": self.language} if self.hybrid else {}
        return {
            "embedder": self.embedder,
            **({"base_url": self.base_url} if self.base_url else {}),
            **{name: repr(value) for name, value in floor.items() if value is not None},
            **words,
        }

    def own_url(self) -> str:
        """The URL that opens the file with the same indexes; no secret is in it."""
        return StoreUrl(SCHEME, path=self.url.path, query=self.parameters()).with_secrets()
