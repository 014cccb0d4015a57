"""What an index of vectors has beside the protocol: the embedding space that they lie in."""

import sqlite3
from typing import Protocol, runtime_checkable

from loom_memory_core import LoomError


@runtime_checkable
class Embedded(Protocol):
    """An index whose identity is an embedding space."""

    def embedding(self, db: sqlite3.Connection) -> str | None:
        """The space of the vectors in the file, as ``inspect`` shows it."""
        ...

    def same_space(self, identity: str) -> bool:
        """Whether vectors of an index with that identity lie in the handle's space.

        An identity that an earlier release wrote may name the same space by an alias.
        """
        ...

    def mismatch(self, identity: str, *, place: str, url: str) -> LoomError:
        """The error for a file whose vectors lie in another space.

        Args:
            identity: That of the index that the file carries.
            place: The file.
            url: What opens it with that index.
        """
        ...
