"""What an index may have beside the protocol, where preparing an entry is slow or can fail."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from loom_memory_core import MemoryEntry

from loom_memory_postgres.carried import AnyIndex
from loom_memory_postgres.database import Database

Prepared = TypeVar("Prepared")


@runtime_checkable
class Recalling(Protocol[Prepared]):
    """An index that is not asked twice for what it has prepared before, such as a vector.

    It is never asked to prepare while a connection is in use. A reindex of its schema that was
    killed goes on where it was.
    """

    def recall(self, db: Database, entries: Sequence[MemoryEntry]) -> Sequence[Prepared | None]:
        """For each entry, what ``prepare`` made of it before; ``None`` where it must again.

        The tables of the index may be another's, or may not be there. Nothing may be written.
        """
        ...

    def keep(self, db: Database, prepared: Sequence[Prepared]) -> None:
        """Keep what was prepared in the schema, until the index has been built from it.

        In tables named ``loom_kept_NAME``, or that begin with ``loom_kept_NAME_``: they are
        there while the index is dropped and made again.
        """
        ...

    def forget(self, db: Database) -> None:
        """Drop what was kept, if anything was: the index has been built."""
        ...


class UnpreparedError(Exception):
    """A transaction met an entry that an index cannot recall, and may not prepare there."""


def recalled(db: Database, index: AnyIndex, entries: Sequence[MemoryEntry]) -> Sequence[Any]:
    """What ``index`` has of each entry already; nothing, where it cannot recall."""
    if isinstance(index, Recalling) and entries:
        return index.recall(db, entries)
    return [None] * len(entries)


def completed(
    index: AnyIndex, entries: Sequence[MemoryEntry], known: Sequence[Any]
) -> Sequence[Any]:
    """``known``, with the rest prepared."""
    rest = [entry for entry, each in zip(entries, known, strict=True) if each is None]
    made = iter(index.prepare(rest))
    return [next(made) if each is None else each for each in known]


def prepared_inside(db: Database, index: AnyIndex, entries: Sequence[MemoryEntry]) -> Sequence[Any]:
    """What a transaction that builds ``index`` adds for ``entries``.

    Raises:
        UnpreparedError: The index must prepare some of them outside it first.
    """
    if not isinstance(index, Recalling):
        return index.prepare(entries)
    known = recalled(db, index, entries)
    if any(each is None for each in known):
        raise UnpreparedError
    return known
