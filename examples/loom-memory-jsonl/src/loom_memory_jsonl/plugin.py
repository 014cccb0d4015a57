"""The hook by which Loom finds the backend: it says what there is, and does no work."""

from pathlib import Path

from loom_memory_core import Backend, StoreUrl, hookimpl

from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.store import JsonlMemoryStore


def scratch(folder: Path) -> str:
    """The URL of an empty store in an empty folder, for checks."""
    path = (folder / "scratch").as_posix()
    return StoreUrl("jsonl", path=f"/{path}").with_secrets()


@hookimpl
def loom_memory_backend() -> Backend[JsonlOptions]:
    """Memory in a folder of JSON Lines files, as a backend."""
    return Backend(
        name="jsonl",
        options=JsonlOptions,
        open=JsonlMemoryStore,
        summary="Memory in a folder: a file of JSON Lines for each key.",
        contract="1.0",
        matching="terms",
        verbs=("replace", "keys"),
        scratch=scratch,
    )
