"""Whether the libraries of an extra are there, asked before anything is embedded."""

from importlib.util import find_spec

from loom_memory_core import BackendLoadError


def need(*modules: str, embedder: str, extra: str) -> None:
    """Refuse to make an embedder whose libraries are missing; nothing is imported.

    Raises:
        BackendLoadError: One of the top-level ``modules`` is not installed.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise BackendLoadError(
            f"the embedder {embedder!r} needs {', '.join(missing)}, which is not installed",
            hint=f"pip install 'loom-memory-vector[{extra}]'",
        )
