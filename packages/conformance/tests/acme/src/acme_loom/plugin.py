"""The hook for the scheme ``acme``."""

from pathlib import Path

from loom_memory_core import Backend, StoreUrl, hookimpl

from acme_loom.options import AcmeOptions
from acme_loom.store import AcmeStore


def scratch(folder: Path) -> str:
    """The URL of an empty store in an empty folder."""
    return StoreUrl("acme", path=f"/{(folder / 'acme').as_posix()}").with_secrets()


@hookimpl
def loom_memory_backend() -> Backend[AcmeOptions]:
    """Memory in files, as a backend."""
    return Backend(
        name="acme",
        options=AcmeOptions,
        open=AcmeStore,
        summary="Memory in files of Acme.",
        contract="1.0",
        matching="terms",
        verbs=(),
        scratch=scratch,
    )
