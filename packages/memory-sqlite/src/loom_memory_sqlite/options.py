"""What a user may configure."""

from pathlib import Path
from typing import Annotated, Literal

from loom_memory_core import StoreUrl
from loom_memory_core.language import stop_words
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _names_a_file(url: StoreUrl) -> StoreUrl:
    url.file_path()
    return url


def _is_known(language: str) -> str:
    stop_words(language)
    return language


class SqliteOptions(BaseModel):
    """Where the file is, and how it is opened.

    Examples:
        >>> SqliteOptions(url=StoreUrl.parse("sqlite:///memory.db")).path.name
        'memory.db'
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Annotated[StoreUrl, AfterValidator(_names_a_file)] = Field(
        description="sqlite:///beside.db, or sqlite:////at/the/root.db"
    )

    synchronous: Literal["full", "normal"] = Field(
        default="full",
        description="full: an append survives a loss of power; normal: only the process's death",
    )

    busy_timeout_seconds: float = Field(
        default=30.0,
        ge=0,
        le=86_400,
        allow_inf_nan=False,
        description="how long to wait for another writer before giving up",
    )

    language: Annotated[str, AfterValidator(_is_known)] = Field(
        default="english",
        description="whose stems match and whose stop words do not rank: Snowball's, or none",
    )

    read_only: bool = Field(
        default=False, description="open an existing file for reading; writing verbs are refused"
    )

    @property
    def path(self) -> Path:
        """The file."""
        return self.url.file_path()
