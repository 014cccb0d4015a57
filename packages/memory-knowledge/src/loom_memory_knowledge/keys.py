"""The keys of a scope: what each holds, and how it is spelled."""

from typing import Final, Literal, get_args

from loom_memory_knowledge.scope import Scope

Source = Literal["facts", "notes", "documents", "traces"]
"""What can be recalled: facts, notes, the chunks of documents, and turns of sessions."""

Plane = Literal["facts", "facts.past", "notes", "documents", "traces"]
"""A list of search units. A search of one plane cannot reach another."""

SOURCES: Final[tuple[Source, ...]] = get_args(Source)
PLANES: Final[tuple[Plane, ...]] = get_args(Plane)


def document_key(scope: Scope, document: str) -> str:
    """The log of one document."""
    return f"{scope.prefix}doc/{document}"


def back_key(scope: Scope, document: str) -> str:
    """Who points at a document."""
    return f"{scope.prefix}back/{document}"


def plane_key(scope: Scope, plane: Plane) -> str:
    """The search units of one source."""
    return f"{scope.prefix}plane/{plane}"


def subject_key(scope: Scope, slug: str) -> str:
    """The filing of a subject, and the proposals about it."""
    return f"{scope.prefix}subject/{slug}"


def dirent_key(scope: Scope, parent: str, name: str) -> str:
    """The claims on a name in a directory.

    Args:
        scope: Whose tree.
        parent: The directory, ``""`` for the root, else with a leading slash and no final one.
        name: One segment.

    Examples:
        >>> dirent_key(Scope("user", "ada"), "/entities/person", "bob")
        'loom/user/ada/path/entities/person//bob'
        >>> dirent_key(Scope("user", "ada"), "", "entities")
        'loom/user/ada/path//entities'
    """
    return f"{directory_prefix(scope, parent)}{name}"


def directory_prefix(scope: Scope, parent: str) -> str:
    """What the keys of a directory's names begin with."""
    return f"{scope.prefix}path{parent}//"


def queue_key(scope: Scope) -> str:
    """What waits for consolidation."""
    return f"{scope.prefix}queue"


def work_key(scope: Scope, item: str) -> str:
    """What consolidation has done of one queue item."""
    return f"{scope.prefix}work/{item}"


def lease_key(scope: Scope) -> str:
    """Who holds the scope for consolidation, reindexing or erasing."""
    return f"{scope.prefix}lease"
