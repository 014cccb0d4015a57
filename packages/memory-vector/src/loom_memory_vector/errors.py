"""The error of embedders that answer, and answer wrongly."""

from loom_memory_core import LoomError


class EmbeddingError(LoomError, ValueError):
    """Texts could not be embedded, or what came back are no vectors; nothing was written."""

    code = "embedding"
