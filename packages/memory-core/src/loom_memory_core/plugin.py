"""The plugin for the scheme ``memory``: a new empty store each time."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from loom_memory_core.backend import Backend
from loom_memory_core.capability import OPTIONAL_VERBS
from loom_memory_core.errors import InvalidOptionsError
from loom_memory_core.hookspecs import hookimpl
from loom_memory_core.memory import InMemoryStore
from loom_memory_core.url import StoreUrl


def _names_nothing(url: StoreUrl) -> StoreUrl:
    if url.host or url.database or url.user or url.port:
        raise InvalidOptionsError(
            "a memory URL names a place, and each memory store is new, empty and without a name",
            hint="write memory://; for a store that lasts, sqlite:///memory.db",
        )
    return url


class MemoryOptions(BaseModel):
    """The options of a store in memory: there is nothing to choose."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: Annotated[StoreUrl, AfterValidator(_names_nothing)] = Field(
        default=StoreUrl("memory"), description="memory://, and nothing more"
    )


def _open(_options: MemoryOptions) -> InMemoryStore:
    return InMemoryStore()


def _scratch(_folder: Path) -> str:
    return "memory://"


@hookimpl
def loom_memory_backend() -> Backend[MemoryOptions]:
    """The reference store, as a backend."""
    return Backend(
        name="memory",
        options=MemoryOptions,
        open=_open,
        summary="The reference store: in memory, gone when the process ends.",
        contract="1.0",
        matching="terms",
        verbs=OPTIONAL_VERBS,
        scratch=_scratch,
    )
