"""What a user may configure: in the URL, behind its ``?``, or as a keyword of ``open_store``."""

import re
from typing import Annotated

from loom_memory_core import InvalidOptionsError, StoreUrl
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _names_a_database(url: StoreUrl) -> StoreUrl:
    if not re.fullmatch(r"/?[0-9]{0,5}", url.path):
        raise InvalidOptionsError(
            f"the path of a redis URL is the number of a database, not {url.path!r}",
            hint="write redis://localhost:6379/0",
        )
    return url


class RedisOptions(BaseModel):
    """Where the server is, and how it is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Annotated[StoreUrl, AfterValidator(_names_a_database)] = Field(
        description="redis://user:password@host:6379/0"
    )

    namespace: str = Field(
        default="loom",
        pattern="^[^:]{1,100}$",
        description="what the names of all Redis keys begin with; it holds no colon",
    )

    index: bool = Field(
        default=True,
        description="keep an index of words, so that the store has search, where the server can",
    )

    timeout_seconds: float = Field(
        default=30.0,
        gt=0,
        le=86_400,
        allow_inf_nan=False,
        description="how long to wait for a connection, and for an answer",
    )

    tls: bool = Field(default=False, description="encrypt the connection")

    @property
    def database(self) -> int:
        """The number of the database."""
        return int(self.url.path.strip("/") or 0)

    @property
    def wants_index(self) -> bool:
        """Whether an index is kept if the server can: RediSearch sees the database 0 alone."""
        return self.index and self.database == 0
