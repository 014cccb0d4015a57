"""Transclusions: ``![[path#heading]]`` stands for a section of another document."""

import re
from typing import Final, NamedTuple, Self

_SPELLED: Final = re.compile(r"!\[\[([^\[\]\n]+)\]\]")


class Target(NamedTuple):
    """What a transclusion names.

    Examples:
        >>> Target.parse("runbooks/db-7#Fail over")
        Target(path='/runbooks/db-7', heading='Fail over')
    """

    path: str
    """With its leading slash, whether it was spelled or not."""

    heading: str | None
    """A heading's text; ``None`` for the document's first section."""

    @classmethod
    def parse(cls, spelled: str) -> Self:
        """What the text between the brackets names."""
        path, found, heading = spelled.partition("#")
        return cls(f"/{path.strip().strip('/')}", heading.strip() if found else None)


def spelled_targets(text: str) -> list[str]:
    """What stands between the brackets of each transclusion, in order, without repeats.

    Examples:
        >>> spelled_targets("See ![[db-7#Fail over]] and ![[db-7#Fail over]], ![[hosts]].")
        ['db-7#Fail over', 'hosts']
    """
    return list(dict.fromkeys(_SPELLED.findall(text)))
