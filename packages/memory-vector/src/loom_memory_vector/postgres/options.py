"""What a user may configure of vectors in a PostgreSQL database."""

from dataclasses import replace
from typing import Final, Self
from urllib.parse import urlencode

from loom_memory_core import InvalidOptionsError
from loom_memory_postgres import PostgresOptions
from pydantic import Field, model_validator

from loom_memory_vector.embedding_options import EmbeddingOptions

SCHEME: Final = "vector+postgresql"

_DEFAULT_SCHEMA: Final = PostgresOptions.model_fields["schema_name"].default


class VectorPostgresOptions(PostgresOptions, EmbeddingOptions):
    """Which database, what makes its vectors, and what counts as a match.

    Examples:
        >>> from loom_memory_core import StoreUrl
        >>> url = StoreUrl.parse("vector+postgresql://db.example/loom")
        >>> VectorPostgresOptions(url=url, embedder="hashing:256").parameters()
        {'embedder': 'hashing:256'}
    """

    approximate: bool = Field(
        default=False,
        description="search a graph of all vectors instead of comparing those of the key; "
        "it may miss matches",
    )

    @model_validator(mode="after")
    def _fused_is_exact(self) -> Self:
        if self.approximate and self.hybrid:
            raise InvalidOptionsError(
                "approximate=true is not for hybrid=true, which adds every cosine to a share of "
                "words",
                hint="leave one of the two out",
            )
        return self

    def parameters(self) -> dict[str, str]:
        """What a URL needs beside the place, to open it with the same indexes; no secret."""
        graph = {"approximate": "true"} if self.approximate else {}
        return {**super().parameters(), **graph}

    def own_url(self) -> str:
        """The URL that opens the schema with the same indexes; its password is hidden."""
        place = replace(self.url, scheme=SCHEME, query={})
        other = self.schema_name != _DEFAULT_SCHEMA
        schema = {"schema": self.schema_name} if other else {}
        return f"{place}?{urlencode({**schema, **self.parameters()})}"
