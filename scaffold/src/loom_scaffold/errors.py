"""What the scaffold refuses to do."""

from loom_memory_core import LoomError


class ScaffoldError(LoomError, ValueError):
    """A package cannot be made from what was asked; nothing was written."""

    code = "scaffold"
