"""Loom's stores as contenders: whatever a URL opens, asked through the contract alone."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from loom_memory_core import SearchableStore, installed_schemes, opened, require, supports

from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking
from loom_memory_bench.shown_store import FOLDER, shown_store

_BOTH: Final = "vector+sqlite:///{folder}/both.db?embedder={embedder}"

OPTION_SETS: Final = (
    ("sqlite", "words and their stems", "sqlite:///{folder}/words.db"),
    ("sqlite, no stems", "words as they are", "sqlite:///{folder}/plain.db?language=none"),
    ("memory", "the reference store: words, by idf alone", "memory://"),
    ("dense", "vectors alone, no floor", f"{_BOTH}&min_score=-1&min_top_score=-1"),
    ("vectors", "vectors with the floor and the gate that are shipped", _BOTH),
    ("hybrid", "words and vectors, as shipped", f"{_BOTH}&hybrid=true"),
)
"""What is measured unless stores are named. Those that share a file are filled once, by the last
one, whose handle knows all of its indexes."""


class StoreContender:
    """A store, each conversation under a key of its own.

    Args:
        store: One that can search.
    """

    def __init__(self, store: SearchableStore) -> None:
        self._store = store

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Append the turns, unless the store holds exactly these.

        Raises:
            BenchmarkError: It holds something else under the key.
        """
        held = [_turn(entry.meta) for entry in self._store.read(key)]
        if not held:
            self._store.append(key, [turn.entry for turn in turns])
        elif held != [turn.id for turn in turns]:
            raise BenchmarkError(
                f"the store holds {len(held)} other entries under {key!r}",
                hint="name an empty store",
            )

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The best turns by the store's own ranking."""
        started = time.perf_counter()
        hits = self._store.search(key, query, limit=limit)
        seconds = time.perf_counter() - started
        score = hits[0].similarity if hits else None
        return Ranking([_turn(hit.entry.meta) for hit in hits], seconds, score)

    def bytes(self) -> int | None:
        """What the store says that it takes."""
        return self._store.inspect().bytes if supports(self._store, "inspect") else None


def _turn(meta: object) -> str:
    return str(meta["turn"]) if isinstance(meta, dict) and "turn" in meta else ""


@contextmanager
def _opened(url: str, folder: Path) -> Iterator[Contender]:
    with opened(url.replace(FOLDER, quote(str(folder)))) as store:
        yield StoreContender(require(store, "search"))


def named_store(url: str) -> Candidate:
    """The store of a URL that a user gave; ``{folder}`` in it is a temporary folder."""
    settings = shown_store(url)
    chosen = ", ".join(f"{name}={value}" for name, value in settings.items() if name != "store")
    name = ", ".join(filter(None, (url.partition(":")[0], chosen)))
    return Candidate(name, "as named", partial(_opened, url), settings)


def named_stores(urls: Sequence[str]) -> list[Candidate]:
    """The stores of several URLs; those of one name are numbered.

    Example:
        >>> [each.name for each in named_stores(["memory://", "memory://"])]
        ['memory', 'memory 2']
    """
    candidates = [named_store(url) for url in urls]
    names = [each.name for each in candidates]
    counts = [names[: at + 1].count(name) for at, name in enumerate(names)]
    return [
        each if count == 1 else each._replace(name=f"{each.name} {count}")
        for each, count in zip(candidates, counts, strict=True)
    ]


def own_stores(embedder: str) -> list[Candidate]:
    """Every option set whose backend is installed."""
    schemes = {each.scheme for each in installed_schemes() if each.enabled}
    return [
        Candidate(name, about, partial(_opened, url), shown_store(url), required=False)
        for name, about, template in OPTION_SETS
        if (url := template.replace("{embedder}", quote(embedder))).partition(":")[0] in schemes
    ]
