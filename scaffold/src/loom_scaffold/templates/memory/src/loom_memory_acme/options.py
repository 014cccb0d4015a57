"""What a user may configure: in the URL, behind its ``?``, or as a keyword of ``open_store``."""

from pathlib import Path
from typing import Annotated

from loom_memory_core import StoreUrl
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _names_a_file(url: StoreUrl) -> StoreUrl:
    url.file_path()
    return url


class AcmeOptions(BaseModel):
    """Where the store is, and how it is opened.

    Each field is an option, and its description is what users read about it. A secret is a
    ``SecretStr``. For a server, ``url`` gives ``host``, ``port``, ``user`` and ``password``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Annotated[StoreUrl, AfterValidator(_names_a_file)] = Field(
        description="acme:///beside.db, or acme:////at/the/root.db"
    )

    busy_timeout_seconds: float = Field(
        default=30.0,
        ge=0,
        le=86_400,
        allow_inf_nan=False,
        description="how long to wait for another writer before giving up",
    )

    @property
    def path(self) -> Path:
        """The file."""
        return self.url.file_path()
