"""What ``loom plugin new`` prints under ``--json``."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class NewProjectReport(BaseModel):
    """A package that was written, or would be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1

    folder: str
    files: list[str]
    """Paths below the folder, with slashes, in order."""

    written: bool
    """Whether it is there now; not so after ``--dry-run``."""
