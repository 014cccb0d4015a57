"""Stores and raw engines filled with the same entries, each made once in a run."""

from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote

from loom_memory_core import MemoryEntry, MemoryStore, open_store, require

from loom_memory_bench.speed.corpus import VOCABULARY, Item, items, word
from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.stopwatch import CPU

BATCH: Final = 1_000

TEMPLATE: Final = "sqlite:///{folder}/{name}.db?synchronous={synchronous}"

Engine = TypeVar("Engine", bound=PlainTable)


def key(number: int) -> str:
    """The key that stands for a raw engine's ``number``."""
    return f"bench/{number}"


class Stock:
    """What the targets of one run work on, in one folder on a real disk."""

    def __init__(self, folder: Path, *, template: str = TEMPLATE) -> None:
        self.folder: Final = folder
        self._template = template
        self._source = items()
        self._rows: list[Item] = []
        self._stores: dict[tuple[int, int], MemoryStore] = {}
        self._engines: dict[tuple[type[PlainTable], int, int], PlainTable] = {}
        self._names = count()

    def rows(self, number: int, *, start: int = 0) -> Sequence[Item]:
        """``number`` items of the corpus from ``start``; the same ones each time."""
        end = start + number
        self._rows.extend(islice(self._source, max(end - len(self._rows), 0)))
        return self._rows[start:end]

    def store(self, keys: int, each: int) -> MemoryStore:
        """Ours, with ``each`` entries under each of ``keys`` keys."""
        if (keys, each) not in self._stores:
            store = self.open_new(f"ours-{keys}-{each}")
            for number, rows in self._lists(keys, each):
                store.append(key(number), [row.entry for row in rows])
            self._stores[keys, each] = store
        return self._stores[keys, each]

    def engine(self, kind: type[Engine], keys: int, each: int) -> Engine:
        """A raw engine with the same."""
        found = self._engines.get((kind, keys, each))
        if isinstance(found, kind):
            return found
        engine = kind(self.path(f"{kind.__name__}-{keys}-{each}"))
        for number, rows in self._lists(keys, each):
            engine.append(number, rows)
        self._engines[kind, keys, each] = engine
        return engine

    def _lists(self, keys: int, each: int) -> Sequence[tuple[int, Sequence[Item]]]:
        """What goes under which key, in pieces of at most ``BATCH``."""
        return [
            (number, self.rows(min(BATCH, each - start), start=number * each + start))
            for number in range(keys)
            for start in range(0, each, BATCH)
        ]

    def open_new(self, name: str, *, synchronous: str = "normal") -> MemoryStore:
        """A store of ours in the file ``name``, new unless it was opened before."""
        return open_store(self.url(name, synchronous=synchronous))

    def url(self, name: str, *, synchronous: str = "normal") -> str:
        """The URL that a store of ours has."""
        folder = quote(str(self.folder))
        return self._template.format(folder=folder, name=name, synchronous=synchronous)

    def path(self, name: str) -> Path:
        """The file of that name."""
        return self.folder / f"{name}.db"

    def meet_words(self) -> float:
        """Let ours stem every word once, as a process has that runs for a while.

        Returns:
            Seconds of cpu that a word costs which was never met before.
        """
        store = require(self.open_new(self.unused("words")), "close")
        words = [word(rank) for rank in range(1, VOCABULARY + 1)]
        texts = [" ".join(words[start : start + BATCH]) for start in range(0, len(words), BATCH)]
        started = CPU()
        store.append("words", [MemoryEntry(content=text) for text in texts])
        seconds = CPU() - started
        store.close()
        return seconds / len(words)

    def unused(self, name: str) -> str:
        """``name`` with a number that was not given out before, for files used once."""
        return f"{name}-{next(self._names)}"

    def close(self) -> None:
        """Close everything."""
        for store in self._stores.values():
            require(store, "close").close()
        for engine in self._engines.values():
            engine.close()
