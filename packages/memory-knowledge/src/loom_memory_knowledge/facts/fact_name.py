"""What a fact is called: its subject, and the first letters of its id."""

from typing import Final, NamedTuple, Self

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.errors import FactNotFoundError

SHOWN: Final = 8
"""Letters of an id that are shown."""


class FactName(NamedTuple):
    """A fact, as people write it.

    Examples:
        >>> FactName.parse("person:bob#3fa91c02")
        FactName(subject='person:bob', id='3fa91c02')
    """

    subject: str
    """The natural key of its subject."""

    id: str
    """Its id, or how that begins."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The name that ``str`` of it gives back.

        Raises:
            FactNotFoundError: It is no such name.
        """
        subject, found, id_ = text.rpartition("#")
        if not found or not subject or not id_:
            raise FactNotFoundError(
                f"{text!r} names no fact",
                hint="write <type>:<name>#<id>, as `loom knowledge facts` prints it",
            )
        return cls(subject, id_)

    def __str__(self) -> str:
        return f"{self.subject}#{self.id[:SHOWN]}"

    def pick(self, chunks: dict[str, Chunk]) -> Chunk:
        """The one fact among some that has this name.

        Raises:
            FactNotFoundError: None has it, or several do.
        """
        found = [chunk for id_, chunk in chunks.items() if id_.startswith(self.id)]
        if len(found) != 1:
            how = "no fact" if not found else f"{len(found)} facts"
            raise FactNotFoundError(
                f"{how} of {self.subject} has an id that begins with {self.id!r}",
                hint="`loom knowledge facts` lists them; write more letters to tell two apart",
            )
        return found[0]
