"""Which indexes the schema carries, and whether a handle that knows others may go on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from loom_memory_core import IndexMismatchError, LoomError, StoreUrl

from loom_memory_postgres import carried_sql, sql
from loom_memory_postgres.database import NEXT, Database, quoted
from loom_memory_postgres.embedded import Embedded
from loom_memory_postgres.index import Index

AnyIndex = Index[Any, Any]


class Carried(NamedTuple):
    """An index that the schema carries, as the handle that made it described it."""

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
        """The URL that opens the schema at ``url`` with this index; its password is hidden."""
        return _with(url, self.scheme, dict(parse_qsl(self.parameters)))


def carried_indexes(db: Database) -> list[Carried]:
    """Every index that the schema carries, by name."""
    return sorted(Carried(*row) for row in db.execute(carried_sql.INDEXES))


def record_index(db: Database, index: AnyIndex) -> None:
    """Record that the schema carries ``index``, whose tables have been made."""
    record = {
        "name": index.name,
        "identity": index.identity,
        "scheme": index.scheme,
        "parameters": urlencode(index.parameters),
    }
    db.execute(carried_sql.ADD_INDEX, record)


def put_in_place(db: Database, name: str) -> None:
    """Give the tables of an index that was built beside the old one their lasting names."""
    built = f"{NEXT}{name}"
    for (each,) in db.execute(
        carried_sql.RELATIONS, {"schema": db.schema, "name": built}
    ).fetchall():
        lasting = "loom_" + each.removeprefix(NEXT)
        db.execute(f"ALTER TABLE {{schema}}.{quoted(each)} RENAME TO {quoted(lasting)}")


def drop_index(db: Database, name: str) -> None:
    """Drop an index of which nothing but the name may be known."""
    table = {"schema": db.schema, "table": f"loom_{name}"}
    for (each,) in db.execute(carried_sql.INDEX_TABLES, table).fetchall():
        db.execute(f"DROP TABLE IF EXISTS {each}")
    db.execute(carried_sql.DROP_INDEX, {"name": name})


def has_entries(db: Database) -> bool:
    """Whether any list holds an entry."""
    return db.has(sql.HAS_ENTRIES)


class CarriedCheck:
    """Compares the indexes of a handle with those of the schema.

    Args:
        indexes: What the handle knows.
        url: The URL it was opened by.
    """

    def __init__(self, indexes: Sequence[AnyIndex], url: StoreUrl) -> None:
        self._indexes = {index.name: index for index in indexes}
        self._place = url
        known = sorted((each.name, each.identity) for each in indexes)
        self.expected = ", ".join(f"{name} {identity}" for name, identity in known)
        """What a statement that refuses other indexes is to be told."""

    def before_writing(self, db: Database) -> None:
        """Refuse a write that would leave an index behind.

        Raises:
            IndexMismatchError: The schema carries an index that the handle lacks, or the
                other way round.
        """
        carried = carried_indexes(db)
        for each in carried:
            if not each.is_made_by(self._indexes.get(each.name)):
                raise self._mismatch(each, "writing would leave it out of step")
        self.refuse_missing(carried)

    def before_searching(self, db: Database) -> None:
        """Refuse a search in an index that was built another way.

        Raises:
            IndexMismatchError: The schema carries the handle's index with another identity,
                or not at all.
        """
        carried = carried_indexes(db)
        for each in carried:
            index = self._indexes.get(each.name)
            if index is not None and not each.is_made_by(index):
                raise self._mismatch(each, "a search would miss matches")
        self.refuse_missing(carried)

    def refuse_missing(self, carried: Sequence[Carried]) -> None:
        """Refuse to go on where the schema lacks an index that the handle needs.

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
            f"{self._place} lacks the index {min(missing)!r}",
            hint=f"{instead}build it: loom memory reindex --store '{self._url}'{dropped}",
        )

    @property
    def _url(self) -> str:
        """What opens the schema with the indexes of this handle."""
        known = self._indexes.values()
        query = {name: text for index in known for name, text in index.parameters.items()}
        return _with(self._place, self._place.scheme, query)

    def _mismatch(self, other: Carried, why: str) -> LoomError:
        index: AnyIndex | Embedded | None = self._indexes.get(other.name)
        if isinstance(index, Embedded):
            place, url = str(self._place), other.url(self._place)
            return index.mismatch(other.identity, place=place, url=url)
        mine = "lacks it" if index is None else f"has it as {index.identity}"
        dropped = f", which drops {other.name!r}" if index is None else ""
        return IndexMismatchError(
            f"{self._place} carries the index {other.name!r} ({other.identity}), "
            f"and this handle {mine}: {why}",
            hint=f"open it with {other.url(self._place)}; to change the schema instead: "
            f"loom memory reindex --store '{self._url}'{dropped}",
        )


def _with(place: StoreUrl, scheme: str, query: Mapping[str, str]) -> str:
    """The URL of the same schema with other parameters; its password is hidden."""
    schema = {name: text for name, text in place.query.items() if name == "schema"}
    bare = str(replace(place, scheme=scheme, query={}))
    parameters = urlencode({**schema, **query})
    return f"{bare}?{parameters}" if parameters else bare
