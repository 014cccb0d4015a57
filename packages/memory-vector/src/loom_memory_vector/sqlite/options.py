"""What a user may configure of vectors in an SQLite file."""

from typing import Annotated, Final

from loom_memory_core import InvalidOptionsError, StoreUrl
from loom_memory_sqlite import SqliteOptions
from pydantic import AfterValidator, Field

from loom_memory_vector.embedding_options import EmbeddingOptions

SCHEME: Final = "vector+sqlite"

_MEGABYTE: Final = 1024 * 1024


def _is_exact(approximate: bool) -> bool:  # noqa: FBT001 - a validator
    if approximate:
        raise InvalidOptionsError(
            "approximate=true is not for vector+sqlite, which compares every vector of a key",
            hint="leave it out; a key that is too long for that belongs into PostgreSQL",
        )
    return approximate


class VectorSqliteOptions(SqliteOptions, EmbeddingOptions):
    """Where the file is, what makes its vectors, and what counts as a match.

    Examples:
        >>> from loom_memory_core import StoreUrl
        >>> url = StoreUrl.parse("vector+sqlite:///memory.db")
        >>> VectorSqliteOptions(url=url, embedder="hashing:256").parameters()
        {'embedder': 'hashing:256'}
    """

    approximate: Annotated[bool, AfterValidator(_is_exact)] = Field(
        default=False, description="refused: a search is exact at every size"
    )

    cache_megabytes: int = Field(
        default=512,
        ge=0,
        le=1_048_576,
        description="how much memory the vectors of searched keys may take between searches",
    )

    @property
    def cache_bytes(self) -> int:
        """The bound of the cache."""
        return self.cache_megabytes * _MEGABYTE

    def own_url(self) -> str:
        """The URL that opens the file with the same indexes; no secret is in it."""
        return StoreUrl(SCHEME, path=self.url.path, query=self.parameters()).with_secrets()
