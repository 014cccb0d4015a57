"""What an index is to a list: it hears of rows coming and going, inside their transaction.

Another package adds an index to the same database by giving the store an object of this shape:
``PostgresMemoryStore(options, indexes=[WordIndex("english"), TheirIndex(...)])``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from loom_memory_core import MemoryEntry

from loom_memory_postgres.database import Cursor, Database, first_number


class StoredRow(NamedTuple):
    """A row of the list."""

    seq: int
    """Its insertion key: append order within a list. No two rows of a key share one, and
    only a ``replace`` puts another entry under one; the index hears ``drop`` and then ``add``."""

    id_hash: int
    """What a row of a key is found by when its entry's id is known."""

    text: str
    """The entry's JSON, as stored; a corrupt row holds anything."""


class Scored(NamedTuple):
    """A row that matches."""

    seq: int
    score: float
    """Higher is better, rounded to six decimals."""

    similarity: float | None = None
    """The cosine, where there is one."""

    text: str | None = None
    """The row's entry as stored, where the search has read it; else the list does."""


class Fault(NamedTuple):
    """Something wrong with an index."""

    kind: str
    """A stable word, such as ``index-row-missing``."""

    detail: str
    """What exactly, in a sentence."""

    key: str | None = None
    """The key that is concerned, if it is one."""

    seq: int | None = None
    """The row of its list, if it is one."""


Prepared = TypeVar("Prepared")
"""What an index makes of one entry before the transaction, such as its terms or a vector."""

Appended_contra = TypeVar("Appended_contra", contravariant=True)
"""The same, for a protocol that takes it and does not give it."""

Question = TypeVar("Question")
"""What an index makes of a query before the transaction."""


class Searcher(Protocol[Question]):
    """What answers a search: an index, or several of them fused."""

    def prepare_query(self, query: str) -> Question:
        """What to search by, made outside the transaction: whatever is slow or can fail."""
        ...

    def search(self, db: Database, key: str, question: Question, *, limit: int) -> list[Scored]:
        """The best ``limit`` matches, best first; equal scores by ``seq``, newest first."""
        ...


class Index(Searcher[Question], Protocol[Prepared, Question]):
    """Words, vectors, or anything else that finds rows by what they say.

    Methods that take ``db`` run inside a transaction of the list, and neither begin nor end
    one. The tables of an index are named ``loom_NAME``, or begin with ``loom_NAME_``, and so do
    their own indexes; their primary keys begin with the column ``key``, and ``make_table``
    makes them. Statements name them in their text, and not in parameters: while an index is
    built again, ``create`` and ``add`` run with a ``db`` that puts other names there.
    """

    @property
    def name(self) -> str:
        """What the schema knows it by, such as ``tsvector``; one index of a name to a schema."""
        ...

    @property
    def identity(self) -> str:
        """Everything that must be equal for two handles to share it, such as its language."""
        ...

    @property
    def scheme(self) -> str:
        """The scheme of URLs that open a store with this index."""
        ...

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters such a URL needs beside the database: ``{"language": "german"}``."""
        ...

    def create(self, db: Database) -> None:
        """Make the tables."""
        ...

    def prepare(self, entries: Sequence[MemoryEntry]) -> Sequence[Prepared]:
        """One value for each entry, made outside the transaction."""
        ...

    def add(self, db: Database, key: str, rows: Sequence[tuple[int, Prepared]]) -> None:
        """Rows came: their ``seq`` and what ``prepare`` made of them."""
        ...

    def drop(self, db: Database, key: str, rows: Sequence[StoredRow]) -> None:
        """Rows are going; corrupt ones may be among them."""
        ...

    def clear(self, db: Database, key: str) -> None:
        """Every row of the key is going."""
        ...

    def cut_entries(self, db: Database) -> int:
        """Entries of which it holds the first part only."""
        ...

    def check(self, db: Database) -> Iterator[Fault]:
        """Everything found that is wrong with it."""
        ...


class AppendIndex(Protocol[Appended_contra]):
    """What an index may have beside ``Index``, to make an append one round trip."""

    def append(self, db: Database, key: str, prepared: Sequence[Appended_contra]) -> None:
        """Rows came behind the end of the list: what ``prepare`` made of each, in order.

        The caller does not know their ``seq``, but the server does: in a statement that has
        the parameter ``key``, ``LAST_SEQ`` is the last one's, and each is one more than the
        one before. An index without this verb hears ``add``, after one more round trip.
        """
        ...


def tell_of_append(
    index: Index[Any, Any], db: Database, key: str, *, values: Sequence[Any], claim: Cursor
) -> None:
    """Tell ``index`` of rows behind the end; only one without ``append`` waits for ``claim``."""
    append = getattr(index, "append", None)
    if append is not None:
        append(db, key, values)
        return
    last = first_number(claim)
    index.add(db, key, list(zip(range(last - len(values) + 1, last + 1), values, strict=True)))
