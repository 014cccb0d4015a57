"""What an index of vectors has beside the protocol: the embedding space that they lie in."""

from typing import Protocol, runtime_checkable

from loom_memory_core import LoomError

from loom_memory_postgres.database import Database


@runtime_checkable
class Embedded(Protocol):
    """An index whose identity is an embedding space."""

    def embedding(self, db: Database) -> str | None:
        """The space of the vectors in the schema, as ``inspect`` shows it."""
        ...

    def same_space(self, identity: str) -> bool:
        """Whether vectors of an index with another identity may be compared with these.

        As where a release has learnt that the model of the schema is called otherwise, too.
        """
        ...

    def mismatch(self, identity: str, *, place: str, url: str) -> LoomError:
        """The error for a schema whose vectors lie in another space.

        Args:
            identity: That of the index that the schema carries.
            place: The database, for the message.
            url: What opens it with that index.
        """
        ...
