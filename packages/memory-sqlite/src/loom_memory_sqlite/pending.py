"""Rows that wait to be indexed: a few at a time, FTS5 takes them for a third of the price.

They are in the list, and a search analyses those of its key, so nobody sees that they wait.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, NamedTuple

from loom_memory_sqlite import word_sql
from loom_memory_sqlite.analysis import Analysis, WordRow

MAX_WAITING: Final = 64
"""So many rows of one key may wait: a search of the key analyses them."""

MAX_WAITING_TOGETHER: Final = 256
"""So many rows of all keys may wait; then all are indexed, within some ten milliseconds."""

LARGE_BATCH: Final = 32
"""So many entries appended together do not wait."""


class WaitingRow(NamedTuple):
    """A row that is not indexed yet."""

    key_id: int
    seq: int
    row: WordRow


def put(
    db: sqlite3.Connection, key_id: int, seqs: Iterable[int], *, analysis: Analysis
) -> list[WaitingRow]:
    """Let rows wait.

    Returns:
        The rows whose time has come, analysed, by key; they wait no more. Those of this key, if
        they are many: most are this process's own, which it has analysed. Or else all.
    """
    db.executemany(word_sql.WAIT, [(key_id, seq) for seq in seqs])
    of_key, together = db.execute(word_sql.COUNT_WAITING, {"key_id": key_id}).fetchone()
    if together >= MAX_WAITING_TOGETHER:
        found = db.execute(word_sql.ALL_WAITING).fetchall()
        db.execute(word_sql.DROP_ALL_WAITING)
    elif of_key >= MAX_WAITING:
        rows = db.execute(word_sql.WAITING, {"key_id": key_id})
        found = [(key_id, seq, text) for seq, text in rows]
        cleared(db, key_id)
    else:
        return []
    return [WaitingRow(each, seq, analysis.of_text(text)) for each, seq, text in found]


def dropped(db: sqlite3.Connection, key_id: int, seqs: Iterable[int]) -> None:
    """Forget those of ``seqs`` that wait."""
    db.execute(word_sql.DROP_WAITING, {"key_id": key_id, "seqs": json.dumps(list(seqs))})


def cleared(db: sqlite3.Connection, key_id: int) -> None:
    """Forget all of the key's."""
    db.execute(word_sql.CLEAR_WAITING, {"key_id": key_id})


def terms_of(db: sqlite3.Connection, key_id: int, analysis: Analysis) -> dict[int, Counter[str]]:
    """The terms of the key's waiting rows, but for rows that have none."""
    found = db.execute(word_sql.WAITING, {"key_id": key_id})
    counted = ((seq, analysis.counted(text)) for seq, text in found)
    return {seq: terms for seq, terms in counted if terms}


def frequencies(waiting: Mapping[int, Counter[str]], terms: Iterable[str]) -> Counter[str]:
    """In how many of the ``waiting`` rows each of ``terms`` stands, if in any."""
    wanted = set(terms)
    return Counter(chain.from_iterable(row.keys() & wanted for row in waiting.values()))
