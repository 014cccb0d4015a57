"""What a subject is called: its type and its name, and the natural key made of both."""

from typing import Final, NamedTuple, Self

from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.errors import InvalidSubjectError
from loom_memory_knowledge.subjects.slug import slug

TYPES: Final = ("person", "organization", "location", "event", "project", "object")
"""The vocabulary, unless an application has its own."""


class Subject(NamedTuple):
    """A subject that facts may be about.

    Examples:
        >>> subject = Subject.parse("person:Ada Lovelace")
        >>> subject.key, str(subject.path)
        ('person:ada-lovelace', '/entities/person/ada-lovelace')
    """

    type: str
    name: str
    """As it is written; its slug tells it apart."""

    @classmethod
    def parse(cls, text: str, *, types: tuple[str, ...] = TYPES) -> Self:
        """The subject that ``<type>:<name>`` names.

        Args:
            text: Such as ``person:Ada Lovelace``; a natural key is one too.
            types: The vocabulary.

        Raises:
            TypeError: It is not text.
            InvalidSubjectError: The type is unknown, or no slug can be made of the name.
        """
        if not isinstance(text, str):
            raise TypeError(f"subject is {text!r}, a {type(text).__name__}; pass '<type>:<name>'")
        kind, found, name = text.partition(":")
        if not found or kind not in types:
            raise InvalidSubjectError(
                f"subject {text!r} is of no known type",
                hint=f"write <type>:<name>, with one of {', '.join(types)}",
            )
        slug(name)
        return cls(kind, " ".join(name.split()))

    @property
    def slug(self) -> str:
        """Its name as a segment."""
        return slug(self.name)

    @property
    def key(self) -> str:
        """The natural key, ``<type>:<slug>``."""
        return f"{self.type}:{self.slug}"

    @property
    def path(self) -> Path:
        """Where its document has its name."""
        return Path.of(["entities", self.type, self.slug])
