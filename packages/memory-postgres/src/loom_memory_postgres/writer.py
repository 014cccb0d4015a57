"""The two verbs that bring rows: each asks the server as rarely as it can."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from loom_memory_core import ConflictError, MemoryEntry, StoreWriteError

from loom_memory_postgres import sql
from loom_memory_postgres.carried import AnyIndex, CarriedCheck
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.database import Database, first_number
from loom_memory_postgres.entry_rows import (
    add_rows,
    appending_or_refused,
    claiming,
    held,
    id_hash,
    reading_stored,
    rows_of,
    stored_rows,
)
from loom_memory_postgres.index import StoredRow, tell_of_append
from loom_memory_postgres.preparation import Preparation
from loom_memory_postgres.replacement import Change, NewList, change_to
from loom_memory_postgres.translation import was_refused


class Seen(NamedTuple):
    """A list as it was read, outside the transaction that changes it."""

    last_seq: int
    changed: str | None
    """The transaction that changed it last; ``None`` where there was no list."""

    rows: list[StoredRow]


class Writer:
    """Appends and replaces, at first on the guess that nothing has changed meanwhile.

    A transaction that guesses wrong is ended by the server before it writes; a careful one
    follows, which takes the list first and looks then.

    Args:
        connections: To the database.
        indexes: Told of every row that comes or goes.
        carried: Refuses a write that would leave an index behind.
    """

    def __init__(
        self, connections: Connections, indexes: Sequence[AnyIndex], carried: CarriedCheck
    ) -> None:
        self._connections = connections
        self._indexes = indexes
        self._carried = carried
        self._preparation = Preparation(indexes, carried=carried, connections=connections)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """One round trip, whatever the number of entries, after what an index recalls."""
        rows = [(id_hash(entry.id), entry.to_json()) for entry in entries]
        prepared = self._preparation(entries)
        if not self._appended(key, rows, prepared):
            self._append_carefully(key, rows, prepared)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], expected: Sequence[str] | None
    ) -> None:
        """Two round trips: what is there, and what is to change."""
        new = NewList(entries)
        if not entries:
            self._replaced(key, new, expected)
            return
        seen = self._seen(key)
        if expected is not None:
            _refuse_conflict(key, seen.rows, expected)
        change = change_to(seen.rows, new.texts, fresh=seen.last_seq + 1)
        new.prepare(self._preparation, change.places)
        if self._replaced_as_seen(key, new, seen=seen, change=change):
            return
        if not self._replaced(key, new, expected):
            # Rows that were to stay have gone, so everything is prepared now.
            new.prepare(self._preparation, range(len(entries)))
            self._replaced(key, new, expected)

    def clear_in(self, db: Database, key: str) -> None:
        """Empty the list, which the open transaction has taken."""
        for index in self._indexes:
            index.clear(db, key)
        db.execute(sql.CLEAR_ENTRIES, {"key": key})
        db.execute(sql.DROP_LIST, {"key": key})

    def _appended(
        self, key: str, rows: Sequence[tuple[int, str]], prepared: Sequence[Sequence[Any]]
    ) -> bool:
        """Whether the rows were appended; not if the schema carries other indexes."""
        carried = self._carried.expected
        try:
            with self._connections.writing() as db:
                claim = appending_or_refused(db, key, rows, carried=carried)
                for index, values in zip(self._indexes, prepared, strict=True):
                    tell_of_append(index, db, key, values=values, claim=claim)
        except StoreWriteError as error:
            if was_refused(error):
                return False
            raise
        return True

    def _append_carefully(
        self, key: str, rows: Sequence[tuple[int, str]], prepared: Sequence[Sequence[Any]]
    ) -> None:
        """Take the list, then say which index is another one, if it still is."""
        with self._connections.writing() as db:
            last = first_number(claiming(db, key, len(rows)))
            self._carried.before_writing(db)
            seqs = range(last - len(rows) + 1, last + 1)
            add_rows(db, key, [(seq, *row) for seq, row in zip(seqs, rows, strict=True)])
            for index, values in zip(self._indexes, prepared, strict=True):
                index.add(db, key, list(zip(seqs, values, strict=True)))

    def _seen(self, key: str) -> Seen:
        with self._connections.reading() as db:
            found, rows = db.execute(sql.LIST, {"key": key}), reading_stored(db, key)
        last, changed = found.fetchone() or (0, None)
        return Seen(last, changed, stored_rows(rows))

    def _replaced_as_seen(self, key: str, new: NewList, *, seen: Seen, change: Change) -> bool:
        """Whether the list was replaced; not if it, or the indexes, have changed meanwhile."""
        values = {
            "key": key,
            "last": change.last_seq,
            "entries": len(new.texts),
            "changed": seen.changed,
            "carried": self._carried.expected,
        }
        taking = sql.MAKE_OR_REFUSE if seen.changed is None else sql.RECOUNT_OR_REFUSE
        try:
            with self._connections.writing() as db:
                db.execute(taking, values)
                new.write(db, key, indexes=self._indexes, change=change)
        except StoreWriteError as error:
            if was_refused(error):
                return False
            raise
        return True

    def _replaced(self, key: str, new: NewList, expected: Sequence[str] | None) -> bool:
        """Whether the list was replaced; not if an entry that comes has not been prepared."""
        with self._connections.writing() as db:
            last = first_number(claiming(db, key, 0)) if new.texts else held(db, key)
            self._carried.before_writing(db)
            stored = [] if last is None else rows_of(db, key)
            if expected is not None:
                _refuse_conflict(key, stored, expected)
            if not new.texts:
                self.clear_in(db, key)
                return True
            change = change_to(stored, new.texts, fresh=(last or 0) + 1)
            if not new.is_prepared(change):
                db.execute(sql.DROP_COUNTED_OUT, {"key": key})
                return False
            new.write(db, key, indexes=self._indexes, change=change)
            count = {"key": key, "last": change.last_seq, "entries": len(new.texts)}
            db.execute(sql.RECOUNT, count)
        return True


def _refuse_conflict(key: str, stored: Sequence[StoredRow], expected: Sequence[str]) -> None:
    if [row.id_hash for row in stored] != [id_hash(each) for each in expected]:
        raise ConflictError(
            f"key {key!r} holds {len(stored)} entries, "
            f"not the {len(expected)} with the expected ids",
            hint="read the list again, make the change again, and replace with the new ids",
        )
