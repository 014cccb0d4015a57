"""Everything that can be wrong with the vectors of a schema."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from loom_memory_core import InvalidEntryError, MemoryEntry
from loom_memory_postgres import Database, Fault, StoredRow, every_row

from loom_memory_vector.postgres import vector_sql
from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.vector_row import digest


def vector_faults(db: Database) -> Iterator[Fault]:
    """Rows that the index lacks, holds in vain, or holds with a vector that is not theirs."""
    left = {row[0] for row in db.execute(vector_sql.KEYS).fetchall()}
    for key, pairs in groupby(every_row(db), key=itemgetter(0)):
        left.discard(key)
        yield from _compared(db, key, [row for _, row in pairs])
    for key in sorted(left):
        yield from _compared(db, key, [])


def _compared(db: Database, key: str, rows: Sequence[StoredRow]) -> Iterator[Fault]:
    """Compare the entries of a key with what the index holds of them; corrupt ones are let be."""
    held: dict[int, bytes] = dict(db.execute(vector_sql.DIGESTS, {"key": key}).fetchall())
    for row in rows:
        has = held.pop(row.seq, None)
        try:
            text = embeddable(MemoryEntry.from_stored(row.text))
        except InvalidEntryError:
            continue
        wanted = None if text is None else digest(text)
        if has is None and wanted is not None:
            yield Fault("index-row-missing", f"the index lacks row {row.seq}", key, row.seq)
        elif has != wanted:
            what = f"the index has a vector of another text of row {row.seq}"
            yield Fault("index-row-differs", what, key, row.seq)
    for seq in sorted(held):
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks", key)
