"""What ``loom memory reembed`` prints under ``--json``."""

from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict

from loom_memory_vector.fingerprint import Fingerprint

if TYPE_CHECKING:
    from loom_memory_vector.move import Move


class ReembedReport(BaseModel):
    """A move of a store to another model, done or planned."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1

    moved: bool
    """``False`` for a dry run, and where there was nothing to do."""

    contents: int
    """Distinct contents that were embedded, or would be."""

    old: Fingerprint
    new: Fingerprint

    url: str
    """What opens the store after the move."""

    @classmethod
    def of(cls, move: "Move", *, dry_run: bool) -> Self:
        """The report of ``move``."""
        moved = not dry_run and not move.old.same_space(move.new)
        return cls(moved=moved, contents=move.contents, old=move.old, new=move.new, url=move.url)
