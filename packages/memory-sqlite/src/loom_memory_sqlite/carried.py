"""Which indexes the file carries, and whether a handle that knows others may go on."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from loom_memory_core import IndexMismatchError, LoomError, StoreUrl

from loom_memory_sqlite import sql
from loom_memory_sqlite.embedded import Embedded
from loom_memory_sqlite.index import Index
from loom_memory_sqlite.translation import BROKEN_TABLE, primary_code

AnyIndex = Index[Any, Any]

_TABLES: Final = """
SELECT name
FROM sqlite_master
WHERE type = 'table'
  AND (name = :table OR substr(name, 1, length(:table) + 1) = :table || '_')
ORDER BY sql NOT LIKE 'CREATE VIRTUAL%', sql NOT LIKE '%fts5vocab%', name
"""

_FORGET: Final = """
DELETE FROM sqlite_master
WHERE type = 'table' AND name = :name AND sql LIKE 'CREATE VIRTUAL%'
"""


_OUT_OF_STEP: Final = "writing would leave it out of step"


class Carried(NamedTuple):
    """An index that the file carries, as the handle that made it described it."""

    name: str
    identity: str
    scheme: str
    parameters: str

    def is_made_by(self, index: AnyIndex | None) -> bool:
        """Whether a handle with ``index``, if it has one of that name, may go on with this one."""
        if index is None:
            return False
        if index.identity == self.identity:
            return True
        space: AnyIndex | Embedded = index
        return isinstance(space, Embedded) and space.same_space(self.identity)

    def url(self, url: StoreUrl) -> str:
        """The URL that opens the file at ``url`` with this index."""
        query = dict(parse_qsl(self.parameters, strict_parsing=bool(self.parameters)))
        return StoreUrl(self.scheme, path=url.path, query=query).with_secrets()


def carried_indexes(db: sqlite3.Connection) -> list[Carried]:
    """Every index that the file carries, by name."""
    return [Carried(*row) for row in db.execute(sql.INDEXES)]


def add_index(db: sqlite3.Connection, index: AnyIndex) -> None:
    """Make the tables of ``index`` and record that the file carries it."""
    index.create(db)
    db.execute(sql.ADD_INDEX, _record(index))


def drop_index(db: sqlite3.Connection, name: str) -> None:
    """Drop an index of which nothing but the name may be known."""
    while True:
        tables = db.execute(_TABLES, {"table": f"loom_{name}"}).fetchall()
        if not tables:
            break
        _drop_table(db, tables[0][0])
    db.execute(sql.DROP_INDEX, {"name": name})


def _drop_table(db: sqlite3.Connection, name: str) -> None:
    quoted = name.replace('"', '""')
    try:
        db.execute(f'DROP TABLE "{quoted}"')
    except sqlite3.DatabaseError as error:
        if primary_code(error) not in BROKEN_TABLE or not _forgotten(db, name):
            raise


def _forgotten(db: sqlite3.Connection, name: str) -> bool:
    """Whether a virtual table was struck off the schema.

    One that lacks a table of its own cannot even be dropped. It has no pages itself, so
    nothing else is left of it.
    """
    db.execute("PRAGMA writable_schema = ON")
    try:
        return db.execute(_FORGET, {"name": name}).rowcount > 0
    finally:
        db.execute("PRAGMA writable_schema = RESET")


def _record(index: AnyIndex) -> Mapping[str, str]:
    return {
        "name": index.name,
        "identity": index.identity,
        "scheme": index.scheme,
        "parameters": urlencode(index.parameters),
    }


def identify(indexes: Iterable[AnyIndex]) -> None:
    """Have each index learn its identity, before a transaction asks for it.

    One whose model is behind a service may have to ask there.
    """
    for index in indexes:
        _ = index.identity


class CarriedCheck:
    """Compares the indexes of a handle with those of the file.

    Args:
        indexes: What the handle knows.
        url: The URL it was opened by.
    """

    def __init__(self, indexes: Sequence[AnyIndex], url: StoreUrl) -> None:
        self._indexes = {index.name: index for index in indexes}
        self._place = url

    @property
    def _url(self) -> str:
        """What opens the file with the indexes of this handle."""
        known = self._indexes.values()
        query = {name: text for index in known for name, text in index.parameters.items()}
        return StoreUrl(self._place.scheme, path=self._place.path, query=query).with_secrets()

    def before_writing(self, db: sqlite3.Connection) -> None:
        """Refuse a write that would leave an index behind; in an empty file, make it anew.

        Raises:
            IndexMismatchError: The file carries an index that the handle lacks, or the
                other way round.
        """
        carried = carried_indexes(db)
        for each in carried:
            index = self._indexes.get(each.name)
            if not each.is_made_by(index):
                self._make_anew(db, each, index)
        if len(carried) < len(self._indexes):
            self.refuse_missing(carried)

    def before_preparing(self, db: sqlite3.Connection) -> None:
        """Refuse a write before anything slow is done for it; ``before_writing`` has the last word.

        Raises:
            IndexMismatchError: As there, in a file that holds entries.
        """
        carried = carried_indexes(db)
        if db.execute(sql.HAS_ENTRIES).fetchone()[0]:
            for each in carried:
                if not each.is_made_by(self._indexes.get(each.name)):
                    raise self._mismatch(each, _OUT_OF_STEP)
        self.refuse_missing(carried)

    def before_searching(self, db: sqlite3.Connection) -> None:
        """Refuse a search in an index that was built another way.

        Raises:
            IndexMismatchError: The file carries the handle's index with another identity,
                or not at all.
        """
        carried = carried_indexes(db)
        for each in carried:
            index = self._indexes.get(each.name)
            if index is not None and not each.is_made_by(index):
                raise self._mismatch(each, "a search would miss matches")
        self.refuse_missing(carried)

    def refuse_missing(self, carried: Sequence[Carried]) -> None:
        """Refuse to go on where the file lacks an index that the handle needs.

        Raises:
            IndexMismatchError: It does.
        """
        missing = self._indexes.keys() - {each.name for each in carried}
        if not missing:
            return
        others = [each for each in carried if each.name not in self._indexes]
        instead = f"open it with {others[0].url(self._place)}; to " if others else ""
        dropped = f", which drops {others[0].name!r}" if others else ""
        raise IndexMismatchError(
            f"{self._place.file_path()} lacks the index {min(missing)!r}",
            hint=f"{instead}build it: loom memory reindex --store '{self._url}'{dropped}",
        )

    def _make_anew(self, db: sqlite3.Connection, old: Carried, index: AnyIndex | None) -> None:
        if index is None or db.execute(sql.HAS_ENTRIES).fetchone()[0]:
            raise self._mismatch(old, _OUT_OF_STEP)
        drop_index(db, old.name)
        add_index(db, index)

    def _mismatch(self, other: Carried, why: str) -> LoomError:
        index: AnyIndex | Embedded | None = self._indexes.get(other.name)
        if isinstance(index, Embedded):
            return index.mismatch(
                other.identity, place=str(self._place.file_path()), url=other.url(self._place)
            )
        mine = "lacks it" if index is None else f"has it as {index.identity}"
        dropped = f", which drops {other.name!r}" if index is None else ""
        return IndexMismatchError(
            f"{self._place.file_path()} carries the index {other.name!r} ({other.identity}), "
            f"and this handle {mine}: {why}",
            hint=f"open it with {other.url(self._place)}; to change the file instead: "
            f"loom memory reindex --store '{self._url}'{dropped}",
        )
