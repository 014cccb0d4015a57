"""What the file holds, and everything that is wrong with it."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence

from loom_memory_core import Problem, StoreInfo, count_prefixes

from loom_memory_sqlite import sql
from loom_memory_sqlite.carried import AnyIndex, carried_indexes
from loom_memory_sqlite.corruption import corrupt_rows, shown_key
from loom_memory_sqlite.embedded import Embedded
from loom_memory_sqlite.index import Fault
from loom_memory_sqlite.schema import stored_schema
from loom_memory_sqlite.translation import lacks_table


def inspected(db: sqlite3.Connection, indexes: Sequence[AnyIndex], *, check: bool) -> StoreInfo:
    """The counts of the file; with ``check``, its problems too. Bytes are those of the file."""
    lists = [(shown_key(key), entries, size) for key, entries, size in db.execute(sql.LISTS)]
    carried = carried_indexes(db)
    names = {each.name for each in carried}
    schema = stored_schema(db)
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    return StoreInfo(
        keys=len(lists),
        entries=sum(entries for _, entries, _ in lists),
        bytes=pages * db.execute("PRAGMA page_size").fetchone()[0],
        schema=None if schema is None else schema.number,
        indexes=tuple(each.name for each in carried),
        embedding=_embedding(db, indexes, names),
        cut_entries=sum(index.cut_entries(db) for index in indexes if index.name in names),
        prefixes=count_prefixes(lists),
        problems=tuple(_problems(db, indexes)) if check else (),
    )


def _embedding(
    db: sqlite3.Connection, indexes: Sequence[AnyIndex], carried: Collection[str]
) -> str | None:
    """The embedding space of the index that has one."""
    spaces = (
        index.embedding(db)
        for index in indexes
        if isinstance(index, Embedded) and index.name in carried
    )
    return next(spaces, None)


def _problems(db: sqlite3.Connection, indexes: Sequence[AnyIndex]) -> Iterator[Problem]:
    """Everything that is wrong: in the file's pages, in its rows, and in its indexes."""
    yield from damage(db)
    yield from (row.problem() for row in corrupt_rows(db))
    yield from index_problems(db, indexes)


def damage(db: sqlite3.Connection) -> Iterator[Problem]:
    """What SQLite finds wrong with the pages of the file; FTS5's tables are the index's."""
    for line in _integrity(db):
        if line != "ok" and "FTS5" not in line and not line.startswith("fts5: "):
            yield Problem("file-damaged", line)


def _integrity(db: sqlite3.Connection) -> list[str]:
    """What SQLite says of every table, or of those that it can look at."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        # From SQLite 3.44 on, the check connects virtual tables too, and ends where it cannot.
        if not lacks_table(error):
            raise
    names = [row[0].replace("'", "''") for row in db.execute(sql.ORDINARY_TABLES).fetchall()]
    return [row[0] for name in names for row in db.execute(f"PRAGMA integrity_check('{name}')")]


def index_problems(db: sqlite3.Connection, indexes: Sequence[AnyIndex]) -> Iterator[Problem]:
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


def _problem(db: sqlite3.Connection, fault: Fault) -> Problem:
    if fault.seq is None:
        return Problem(fault.kind, fault.detail)
    place = db.execute(sql.PLACE, {"seq": fault.seq}).fetchone()
    if place is None:  # the list may lack the row
        return Problem(fault.kind, fault.detail)
    key, position = place
    return Problem(fault.kind, fault.detail, shown_key(key), position)
