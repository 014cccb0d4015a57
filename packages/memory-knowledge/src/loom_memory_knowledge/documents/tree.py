"""The tree of a scope's paths: resolved, listed, moved; a move touches no document."""

from collections.abc import Iterator
from typing import NamedTuple

from loom_memory_knowledge.documents.names import Name, Names, taken
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.errors import InvalidPathError, PathNotFoundError, PathTakenError
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope


class Dirent(NamedTuple):
    """What stands under a path: a document, a directory, or both."""

    path: Path
    document: str | None
    """The id of the document that has the name."""

    head: Head | None
    """Its title and its kind."""

    directory: bool


class Tree:
    """The names of a scope's documents.

    A name may point to a document and be a directory at once, as ``guide.md`` and ``guide/`` do.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose tree.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._names = Names(store, scope)

    def claim(self, path: str | Path, document: str) -> Path:
        """Give a document a name; it may have several.

        Args:
            path: The name.
            document: The document's id.

        Raises:
            InvalidPathError: The path breaks a rule; nothing was written.
            PathTakenError: Another living document has the name; nothing is left of the claim.
        """
        named = _parsed(path)
        if not named.segments:
            raise InvalidPathError("the root is no document's name", hint="add a segment: '/notes'")
        self._names.take(named, document)
        return named

    def resolve(self, path: str | Path) -> str:
        """The id of the document that has a name.

        Raises:
            InvalidPathError: The path breaks a rule.
            PathNotFoundError: No living document has it.
        """
        named = _parsed(path)
        found = self._names.at(named).document
        if found is None:
            raise _not_found(named, "no document has that name")
        return found.id

    def stat(self, path: str | Path) -> Dirent:
        """What stands under a path.

        Raises:
            PathNotFoundError: Neither a document nor a directory.
        """
        named = _parsed(path)
        dirent = _dirent(named, self._names.at(named))
        if dirent is None:
            raise _not_found(named, "neither a document nor a directory has that name")
        return dirent

    def ls(self, path: str | Path = "/", *, recursive: bool = False) -> list[Dirent]:
        """What a directory holds, sorted by name; with ``recursive`` all that lies below it.

        What it costs depends on what it lists, not on the tree.

        Raises:
            PathNotFoundError: There is no such directory.
        """
        named = _parsed(path)
        if not self.stat(named).directory:
            raise _not_found(named, "it is a document and no directory")
        return list(self._walk(named) if recursive else self._children(named))

    def mv(self, old: str | Path, new: str | Path) -> None:
        """Give a document or a directory another name: the new claims first, then the old go.

        Raises:
            InvalidPathError: A path breaks a rule, or a directory would go into itself.
            PathNotFoundError: Nothing has the old name.
            PathTakenError: Something has the new name; nothing was moved.
        """
        source, target = _parsed(old), _parsed(new)
        moving = self.stat(source)
        if target.is_below(source):
            raise InvalidPathError(
                f"path {str(target)!r} lies in {str(source)!r}, which is to be moved there",
                hint="move it to a path outside itself",
            )
        standing = _dirent(target, self._names.at(target))
        if standing is not None:
            raise _standing(standing)
        below = list(self._walk(source)) if moving.directory else []
        for dirent in [moving, *below]:
            self._place(dirent, _moved(dirent.path, source, target))
        for dirent in [*reversed(below), moving]:
            self._drop(dirent)

    def rm(self, path: str | Path, *, recursive: bool = False) -> int:
        """Take a name away; the document stays, and keeps its other names.

        Args:
            path: The name of a document or of a directory.
            recursive: Whether a directory goes with all the names in it.

        Returns:
            How many names went.

        Raises:
            PathNotFoundError: Nothing has the name.
            PathTakenError: A directory holds names and ``recursive`` is false.
        """
        named = _parsed(path)
        going = self.stat(named)
        below = list(self._walk(named)) if going.directory else []
        if below and not recursive:
            raise PathTakenError(
                f"directory {str(named)!r} holds {len(below)} names",
                hint="pass recursive=True to take them away too",
            )
        for dirent in [*reversed(below), going]:
            self._drop(dirent)
        return len(below) + 1

    def names(self, document: str) -> list[Path]:
        """Every name that points to a document."""
        return self._names.of(document)

    def _children(self, path: Path) -> Iterator[Dirent]:
        for name in self._names.children(path):
            child = Path((*path.segments, name))
            dirent = _dirent(child, self._names.at(child))
            if dirent is not None:
                yield dirent

    def _walk(self, path: Path) -> Iterator[Dirent]:
        for dirent in self._children(path):
            yield dirent
            if dirent.directory:
                yield from self._walk(dirent.path)

    def _place(self, dirent: Dirent, path: Path) -> None:
        if dirent.directory:
            self._names.make_directory(path)
        if dirent.document is not None:
            self._names.take(path, dirent.document)

    def _drop(self, dirent: Dirent) -> None:
        if dirent.document is not None:
            self._names.drop(dirent.path, dirent.document)
        if dirent.directory and not self._names.has_children(dirent.path):
            self._names.drop_directory(dirent.path)


def _parsed(path: str | Path) -> Path:
    return path if isinstance(path, Path) else Path.parse(path)


def _moved(path: Path, source: Path, target: Path) -> Path:
    return Path.of([*target.segments, *path.segments[len(source.segments) :]])


def _dirent(path: Path, name: Name) -> Dirent | None:
    if name.document is None and not name.directory:
        return None
    found = name.document
    return Dirent(path, found and found.id, found and found.head, name.directory)


def _standing(dirent: Dirent) -> PathTakenError:
    if dirent.document is not None:
        return taken(dirent.path, dirent.document)
    return PathTakenError(
        f"path {str(dirent.path)!r} is a directory",
        hint=f"move to a path in it, such as {str(dirent.path) + '/name'!r}",
    )


def _not_found(path: Path, why: str) -> PathNotFoundError:
    return PathNotFoundError(
        f"path {str(path)!r} leads nowhere: {why}", hint="`ls` of its parent shows what is there"
    )
