"""A complete package for a new memory backend, written from real files."""

from loom_scaffold.errors import ScaffoldError
from loom_scaffold.name import BackendName
from loom_scaffold.project import Project, memory_project

__all__ = ["BackendName", "Project", "ScaffoldError", "memory_project"]
