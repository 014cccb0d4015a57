"""What a user may configure: in the URL, behind its ``?``, or as a keyword of ``open_store``."""

from pathlib import Path
from typing import Annotated

from loom_memory_core import StoreUrl
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _names_a_folder(url: StoreUrl) -> StoreUrl:
    url.file_path()
    return url


class JsonlOptions(BaseModel):
    """Where the folder is, and how it is opened."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Annotated[StoreUrl, AfterValidator(_names_a_folder)] = Field(
        description="jsonl:///beside, or jsonl:////at/the/root"
    )

    create: bool = Field(default=True, description="make the folder if it does not exist")

    lock_timeout_seconds: float = Field(
        default=30.0,
        ge=0,
        le=86_400,
        allow_inf_nan=False,
        description="how long to wait for another writer before giving up",
    )

    @property
    def path(self) -> Path:
        """The folder."""
        return self.url.file_path()
