"""What a user may configure."""

from loom_memory_core import StoreUrl
from pydantic import BaseModel, ConfigDict, Field, SecretStr


class AcmeOptions(BaseModel):
    """Where the files are."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: StoreUrl = Field(description="acme:////at/a/folder")
    api_key: SecretStr | None = Field(default=None, description="of the hosted service")
