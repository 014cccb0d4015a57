"""Speed of vector search in SQLite, as ratios to faiss' own exact index in the same run.

    python benchmarks/vector_speed.py [--quick] [--json FILE]

Both search the same vectors (384 dimensions, in clusters) on one thread and take turns. Times
are cpu of this process. A goal that is missed does not fail the run: it is shown.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Final

import faiss
from drawn_embedder import DIMENSION
from loom_memory_bench.speed.resident import resident_bytes
from loom_memory_bench.speed.row import Row, ratio, shown
from loom_memory_bench.speed.scale import FULL, QUICK, Scale
from loom_memory_bench.speed.stock import key
from loom_memory_bench.speed.stopwatch import CPU, WALL, Job, medians, race
from loom_memory_core import MemoryEntry
from machine import described, machine
from vector_stock import VectorFile, question, questions, text

LIMIT: Final = 10

HUNDRED: Final = 100

MANY_SEARCHES: Final = 400
"""Of keys that are small, where one search is short."""


def turning(jobs: Sequence[Job]) -> Job:
    """A job that does the next of ``jobs`` each time."""
    following = cycle(jobs)

    def turn() -> object:
        return next(following)()

    return turn


def one_key(folder: Path, scale: Scale) -> list[Row]:
    """V1: the exact search of one long key."""
    return [
        row for length in scale.lengths[1:] for row in _one_key(folder, length, rounds=scale.rounds)
    ]


def _one_key(folder: Path, length: int, *, rounds: int) -> list[Row]:
    file = VectorFile(folder, keys=1, each=length)
    index, flat, store = file.index(), file.flat(), file.opened()
    vectors = questions(20)
    asked = [partial(store.search, key(0), question(at)) for at in range(20)]
    with file.reading() as db:
        jobs = {
            "ours": turning([partial(index.search, db, 1, each, limit=LIMIT) for each in vectors]),
            "flat": turning([partial(flat.search, each[None], LIMIT) for each in vectors]),
            "verb": turning(asked),
        }
        for job in jobs.values():
            job()
        times = medians(race(jobs, rounds=max(rounds, 40), clock=CPU))
    store.close()
    pair, whole = (times["ours"], times["flat"]), (times["verb"], times["flat"])
    return [
        ratio("V1", f"one key of {length}: the index, x faiss flat", pair, unit="ms", goal=1.3),
        ratio("V1", f"one key of {length}: the whole verb, x faiss flat", whole, unit="ms"),
    ]


def many_keys(folder: Path, scale: Scale) -> list[Row]:
    """V2: one key among many."""
    keys = scale.keys[1]
    file = VectorFile(folder, keys=keys, each=HUNDRED)
    index = file.index()
    with file.reading() as db:
        matrices = [index.matrix(db, number + 1) for number in range(keys)]
        asked = list(enumerate(questions(keys)))
        flats = [file.flat(number) for number in range(keys)]
        jobs = {
            "vectors": [
                partial(index.searched, matrices[n], each, limit=LIMIT) for n, each in asked
            ],
            "whole": [partial(index.search, db, n + 1, each, limit=LIMIT) for n, each in asked],
            "flat": [partial(flats[n].search, each[None], LIMIT) for n, each in asked],
        }
        turns = {name: turning(each) for name, each in jobs.items()}
        times = medians(race(turns, rounds=MANY_SEARCHES, clock=CPU))
    what, flat = f"{keys} x {HUNDRED}", times["flat"]
    looking = f"{what}: with the look at the file, x faiss per key"
    return [
        ratio("V2", f"{what}: x faiss per key", (times["vectors"], flat), unit="us", goal=1.5),
        ratio("V2", looking, (times["whole"], flat), unit="us"),
    ]


def memory(folder: Path, scale: Scale) -> list[Row]:
    """What a vector takes, in memory and in the file, beside its bare numbers."""
    length = scale.lengths[2]
    file = VectorFile(folder, keys=1, each=length)
    index = file.index()
    before = resident_bytes()
    with file.reading() as db:
        matrix = index.matrix(db, 1)
    sizes = {
        f"a vector of {length}: bytes of the matrix": matrix.nbytes,
        "what the process grew by": resident_bytes() - before,
        "bytes in the file, with its entry": file.path.stat().st_size,
    }
    raw = 4 * DIMENSION
    return [
        Row("VM", f"{what}, x its numbers", size / length / raw, None, size / length, raw, "B")
        for what, size in sizes.items()
    ]


def cold(folder: Path, scale: Scale) -> list[Row]:
    """Opening a file and searching its one long key, beside reading the same bytes in SQL."""
    length = scale.lengths[2]
    file = VectorFile(folder, keys=1, each=length)

    def open_and_search() -> None:
        store = file.opened()
        store.search(key(0), question(1))
        store.close()

    def read_bytes() -> None:
        with file.reading() as db:
            for _ in db.execute("SELECT seq, vector FROM loom_vectors WHERE key_id = 1"):
                pass

    jobs: dict[str, Job] = {"ours": open_and_search, "raw": read_bytes}
    times = medians(race(jobs, rounds=5, clock=WALL))
    what = f"open and search {length} vectors, wall, x a SELECT of them"
    return [ratio("VO", what, (times["ours"], times["raw"]), unit="ms")]


def through_the_cache(folder: Path, scale: Scale) -> list[Row]:
    """An append and the search after it, by the same handle and by another."""
    return [
        row for length in scale.lengths[1:] for row in _appended(folder, length, 2 * scale.rounds)
    ]


def _appended(folder: Path, length: int, rounds: int) -> list[Row]:
    file = VectorFile(folder, keys=1, each=length)
    with closing(file.opened()) as one, closing(file.opened()) as other:
        numbers = count(10**6)
        search = partial(one.search, key(0), question(1))
        elsewhere = partial(other.search, key(0), question(1))

        def append() -> None:
            one.append(key(0), [MemoryEntry(content=text(next(numbers)))])

        def append_and_search() -> None:
            append()
            search()

        def append_and_search_elsewhere() -> None:
            append()
            elsewhere()

        jobs: dict[str, Job] = {
            "search": search,
            "append": append,
            "both": append_and_search,
            "elsewhere": append_and_search_elsewhere,
        }
        times = medians(race(jobs, rounds=rounds, clock=CPU))
    apart = times["search"] + times["append"]
    what = f"append one to {length} and search"
    return [
        ratio("VA", f"{what}, x both apart", (times["both"], apart), unit="ms"),
        ratio("VA", f"{what} elsewhere, likewise", (times["elsewhere"], apart), unit="ms"),
    ]


MEASURES: Final = (one_key, many_keys, memory, cold, through_the_cache)


def main() -> None:
    """Measure, and print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all runs")
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    options = parser.parse_args()
    faiss.omp_set_num_threads(1)
    scale = QUICK if options.quick else FULL
    print(f"{described()}, faiss {faiss.__version__}; {scale.name} sizes")
    with tempfile.TemporaryDirectory(prefix="loom-vectors-", dir=".") as folder:
        rows = [row for measure in MEASURES for row in measure(Path(folder).resolve(), scale)]
    print(shown(rows))
    if options.json:
        report = {"machine": machine(), "rows": [row.as_json() for row in rows]}
        options.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
