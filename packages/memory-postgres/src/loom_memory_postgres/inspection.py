"""What the schema holds, and everything that is wrong with it."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from loom_memory_core import InvalidEntryError, MemoryEntry, Problem, StoreInfo, count_prefixes

from loom_memory_postgres import sql
from loom_memory_postgres.carried import AnyIndex, carried_indexes
from loom_memory_postgres.database import Database
from loom_memory_postgres.embedded import Embedded
from loom_memory_postgres.entry_rows import rows_of
from loom_memory_postgres.index import Fault, StoredRow
from loom_memory_postgres.schema import stored_schema


class CorruptRow(NamedTuple):
    """A row that cannot be parsed."""

    key: str
    position: int
    row: StoredRow
    reason: str

    def problem(self) -> Problem:
        """The same for everybody."""
        return Problem("corrupt-entry", self.reason, self.key, self.position)


def inspected(db: Database, indexes: Sequence[AnyIndex], *, check: bool) -> StoreInfo:
    """The counts of the schema; with ``check``, its problems too. Bytes are the tables'."""
    lists = [(key, entries, size) for key, entries, size in db.execute(sql.LISTS)]
    carried = carried_indexes(db)
    names = {each.name for each in carried}
    schema = stored_schema(db)
    return StoreInfo(
        keys=len(lists),
        entries=sum(entries for _, entries, _ in lists),
        bytes=db.number(sql.BYTES, {"schema": db.schema}),
        schema=None if schema is None else schema.number,
        indexes=tuple(each.name for each in carried),
        cut_entries=sum(index.cut_entries(db) for index in indexes if index.name in names),
        prefixes=count_prefixes(lists),
        embedding=_embedding(db, indexes, names),
        problems=tuple(_problems(db, indexes)) if check else (),
    )


def _embedding(db: Database, indexes: Sequence[AnyIndex], carried: Collection[str]) -> str | None:
    """The embedding space of the index that has one."""
    spaces = (
        index.embedding(db)
        for index in indexes
        if isinstance(index, Embedded) and index.name in carried
    )
    return next(spaces, None)


def _problems(db: Database, indexes: Sequence[AnyIndex]) -> Iterator[Problem]:
    yield from (row.problem() for row in corrupt_rows(db))
    yield from miscounts(db)
    yield from index_problems(db, indexes)


def miscounts(db: Database) -> Iterator[Problem]:
    """Lists that count their entries wrongly."""
    for key, counted, held in db.execute(sql.MISCOUNTED).fetchall():
        yield Problem("list-count-differs", f"the list counts {counted} and holds {held}", key)


def corrupt_rows(db: Database) -> Iterator[CorruptRow]:
    """The rows that cannot be parsed, by key."""
    for (key,) in db.execute(sql.ENTRY_KEYS).fetchall():
        for position, row in enumerate(rows_of(db, key)):
            try:
                MemoryEntry.from_stored(row.text)
            except InvalidEntryError as error:
                yield CorruptRow(key, position, row, error.message)


def index_problems(db: Database, indexes: Sequence[AnyIndex]) -> Iterator[Problem]:
    """What the indexes find wrong with themselves; those of another handle are named."""
    known = {index.name: index for index in indexes}
    for each in carried_indexes(db):
        index = known.get(each.name)
        if index is None or not each.is_made_by(index):
            yield Problem(
                "index-not-checked", f"this handle does not know {each.name} ({each.identity})"
            )
        else:
            yield from (_problem(db, fault) for fault in index.check(db))


def _problem(db: Database, fault: Fault) -> Problem:
    if fault.key is None or fault.seq is None:
        return Problem(fault.kind, fault.detail, fault.key)
    position = db.number(sql.POSITION, {"key": fault.key, "seq": fault.seq})
    return Problem(fault.kind, fault.detail, fault.key, position)
