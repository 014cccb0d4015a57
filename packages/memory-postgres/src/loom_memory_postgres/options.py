"""What a user may configure."""

from typing import Annotated

from loom_memory_core import StoreUrl
from loom_memory_core.language import stop_words
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _is_known(language: str) -> str:
    stop_words(language)
    return language


class PostgresOptions(BaseModel):
    """Which database, and how it is used.

    Examples:
        >>> options = PostgresOptions(url=StoreUrl.parse("postgresql://db.example/loom"))
        >>> options.schema_name, options.pool_size
        ('loom', 4)
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: StoreUrl = Field(description="postgresql://user:password@host:5432/database")

    schema_name: str = Field(
        default="loom",
        validation_alias="schema",
        min_length=1,
        max_length=63,
        pattern=r"^[^\x00%{}]+$",
        description="the schema that holds the tables: several applications in one database",
    )

    pool_size: int = Field(
        default=4, ge=1, le=1_000, description="the most connections that the store opens"
    )

    connect_timeout_seconds: int = Field(
        default=10,
        ge=1,
        le=3_600,
        description="how long to wait for the server, or for a connection that is in use",
    )

    statement_timeout_seconds: float | None = Field(
        default=None,
        gt=0,
        le=86_400,
        allow_inf_nan=False,
        description="how long one statement may take; the server's own setting, unless given",
    )

    prepare: bool = Field(
        default=True,
        description="keep prepared statements; off behind pgbouncer's transaction mode",
    )

    migrate: bool = Field(
        default=True,
        description="make or migrate the tables when due; off for a role without DDL rights",
    )

    language: Annotated[str, AfterValidator(_is_known)] = Field(
        default="english",
        description="whose stems match and whose stop words do not rank: Snowball's, or none",
    )

    passthrough: dict[str, str] = Field(
        default_factory=dict,
        repr=False,
        description="libpq's own parameters, such as sslmode",
    )
