"""The hook by which Loom finds the backend: it says what there is, and does no work."""

from pathlib import Path

from loom_memory_core import Backend, StoreUrl, hookimpl

from loom_memory_acme.options import AcmeOptions
from loom_memory_acme.store import AcmeMemoryStore


def scratch(folder: Path) -> str:
    """The URL of an empty store in an empty folder, for checks."""
    path = (folder / "scratch.db").as_posix()
    return StoreUrl("acme", path=f"/{path}").with_secrets()


@hookimpl
def loom_memory_backend() -> Backend[AcmeOptions]:
    """Memory in Acme, as a backend."""
    return Backend(
        name="acme",
        options=AcmeOptions,
        open=AcmeMemoryStore,
        summary="Memory in Acme.",
        contract="1.0",
        matching="terms",
        verbs=(),
        scratch=scratch,
    )
