"""Speed of vector search in PostgreSQL, as ratios to SQL by hand over the same table.

    python benchmarks/vector_postgres_speed.py URL [--quick] [--json FILE]

The URL names an empty database of a server with pgvector, and has no parameters. Both search the
same vectors (384 dimensions, in clusters) and take turns. Searches are timed by the cpu of the
server's processes, which is read from /proc, so the URL is of this machine; appends are wall
time. The last rows count what is found of a short key beside a long one: that is what a graph of
all keys gives up.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
from drawn_embedder import DIMENSION, DrawnEmbedder
from loom_memory_bench.speed.row import Row, at_least, ratio, shown
from loom_memory_bench.speed.scale import FULL, QUICK, Scale
from loom_memory_bench.speed.stock import key
from loom_memory_bench.speed.stopwatch import WALL, Clock, Job, medians, race
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions
from loom_memory_vector.postgres import VectorPostgresOptions, VectorPostgresStore
from machine import described, machine
from postgres_contest import server_clock

LIMIT: Final = 10
FEW: Final = 20
BATCH: Final = 1_000

BY_HAND: Final = """
SELECT entry
FROM {schema}.loom_vectors AS held
JOIN {schema}.loom_entries AS said USING (key, seq)
WHERE held.key = %s
ORDER BY vector <#> %s::vector
LIMIT 10
"""


class Schema:
    """A schema of vectors, and SQL by hand over its tables.

    Args:
        url: Of the database.
        name: Of the schema.
        approximate: Whether it has a graph.
    """

    def __init__(self, url: str, name: str, *, approximate: bool = False) -> None:
        self._url = url
        self._values: dict[str, Any] = {
            "url": StoreUrl.parse(f"vector+{url}"),
            "schema": name,
            "embedder": DrawnEmbedder.model,
            "min_score": -1,
            "min_top_score": -1,
            "pool_size": 1,
            "passthrough": {"application_name": "loom-speed"},
        }
        self.store = self.opened(approximate=approximate)
        self.db = psycopg.connect(url, autocommit=True)
        self._by_hand = BY_HAND.replace("{schema}", name).encode()
        self._numbers = count()

    def opened(self, *, approximate: bool) -> VectorPostgresStore:
        """One more handle."""
        values = {**self._values, "approximate": approximate}
        return VectorPostgresStore(VectorPostgresOptions.model_validate(values))

    def fill(self, number: int, length: int) -> None:
        """Append ``length`` entries to a key."""
        for start in range(0, length, BATCH):
            size = min(BATCH, length - start)
            texts = [f"{next(self._numbers)} drawn" for _ in range(size)]
            self.store.append(key(number), [MemoryEntry(content=text) for text in texts])

    def settle(self) -> None:
        """Let the planner know the tables."""
        self.db.execute("VACUUM ANALYZE")

    @property
    def clock(self) -> Clock:
        """The cpu of every server process that works for the stores or by hand."""
        rows = self.db.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE application_name = 'loom-speed' OR pid = pg_backend_pid()"
        )
        return server_clock(*(pid for (pid,) in rows))

    def by_hand(self, number: int, text: str) -> list[Any]:
        """The best ten as PostgreSQL finds them; embedding is in the time of both."""
        question = str(DrawnEmbedder().embed_query(text).tolist())
        return self.db.execute(self._by_hand, (key(number), question), prepare=False).fetchall()

    def close(self) -> None:
        """Drop it."""
        self.store.close()
        self.db.execute(f"DROP SCHEMA {self._values['schema']} CASCADE".encode())
        self.db.close()


@contextmanager
def schema(url: str, name: str, *, approximate: bool = False) -> Iterator[Schema]:
    """A schema for as long as it is measured."""
    with closing(Schema(url, name, approximate=approximate)) as made:
        yield made


def one_key(url: str, scale: Scale) -> Iterator[Row]:
    """The exact search of one key."""
    for length in scale.lengths[:2]:
        with schema(url, f"one_{length}") as made:
            made.fill(0, length)
            made.settle()
            yield _searched(made, f"one key of {length}", 2 * scale.rounds)


def many_keys(url: str, scale: Scale) -> Iterator[Row]:
    """One key among many."""
    keys = scale.keys[1]
    with schema(url, "many") as made:
        for number in range(keys):
            made.fill(number, 100)
        made.settle()
        yield _searched(made, f"{keys} x 100", 4 * scale.rounds)


def _searched(made: Schema, what: str, rounds: int) -> Row:
    jobs: dict[str, Job] = {
        "ours": partial(made.store.search, key(0), "7 asked", limit=LIMIT),
        "raw": partial(made.by_hand, 0, "7 asked"),
    }
    for job in jobs.values():
        job()
    times = medians(race(jobs, rounds=rounds, clock=made.clock))
    pair = (times["ours"], times["raw"])
    return ratio("VP", f"{what}: search, server cpu, x SQL by hand", pair, unit="ms")


def appended(url: str, scale: Scale) -> Iterator[Row]:
    """An append of one entry, beside the store of words alone."""
    values = {"url": StoreUrl.parse(url), "schema": "plain"}
    plain = PostgresMemoryStore(PostgresOptions.model_validate(values))
    with closing(plain), schema(url, "appended") as made:
        numbers = count(10**6)

        def to(store: VectorPostgresStore | PostgresMemoryStore) -> None:
            store.append(key(0), [MemoryEntry(content=f"{next(numbers)} drawn")])

        jobs: dict[str, Job] = {"ours": partial(to, made.store), "plain": partial(to, plain)}
        times = medians(race(jobs, rounds=10 * scale.rounds, clock=WALL))
    pair = (times["ours"], times["plain"])
    yield ratio("VP", "append one, x the store of words", pair, unit="ms")


def few_beside_many(url: str, scale: Scale) -> Iterator[Row]:
    """What is found of a key of twenty rows beside a long one."""
    many = 60_000 if scale is FULL else scale.lengths[2]
    with schema(url, "few", approximate=True) as made:
        made.fill(1, many)
        made.fill(0, FEW)
        made.settle()
        made.db.execute("SET enable_sort = off")  # by hand, the graph is what answers
        with closing(made.opened(approximate=False)) as exact:
            found = {
                "exact": len(exact.search(key(0), "7 asked", limit=LIMIT)),
                "approximate=true": len(made.store.search(key(0), "7 asked", limit=LIMIT)),
                "a graph by hand": len(made.by_hand(0, "7 asked")),
            }
        yield _searched_long(made, many, scale.rounds)
    for name, hits in found.items():
        goal = None if "hand" in name else at_least(LIMIT)
        yield Row("VF", f"{FEW} beside {many}: hits of 10, {name}", hits, goal)


def _searched_long(made: Schema, many: int, rounds: int) -> Row:
    with closing(made.opened(approximate=False)) as exact:
        jobs: dict[str, Job] = {
            "graph": partial(made.store.search, key(1), "7 asked", limit=LIMIT),
            "exact": partial(exact.search, key(1), "7 asked", limit=LIMIT),
        }
        for job in jobs.values():
            job()
        times = medians(race(jobs, rounds=rounds, clock=made.clock))
    what = f"one key of {many}: approximate=true, server cpu, x exact"
    return ratio("VF", what, (times["graph"], times["exact"]), unit="ms")


MEASURES: Final = (one_key, many_keys, appended, few_beside_many)


def main() -> None:
    """Measure, and print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url", help="an empty database")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all runs")
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    options = parser.parse_args()
    scale = QUICK if options.quick else FULL
    print(f"{described()}, {DIMENSION} dimensions; {scale.name} sizes")
    rows = [row for measure in MEASURES for row in measure(options.url, scale)]
    print(shown(rows))
    if options.json:
        report = {"machine": machine(), "rows": [row.as_json() for row in rows]}
        options.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
