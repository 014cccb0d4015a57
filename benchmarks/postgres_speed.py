"""Speed of the PostgreSQL store, as ratios to SQL by hand in the same run.

The URL names an empty database on this machine: searches are timed by the cpu of the server's
process, which is read from /proc. Appends and rewrites are wall time: the disk decides.
"""

import argparse
import json
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final

from corpus import MIXED, RARE, Item, Kind, items, queries
from loom_memory_core import SearchableStore, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions
from machine import described
from raw_postgres import RawPostgres
from row import Row, at_most, ratio, shown
from stopwatch import WALL, Clock, Job, exponent, medians, race

EACH: Final = 100
WARM: Final = 120
"""So many searches bring every statement to its lasting plan: ten runs of each are enough, and
ours has one for each number of terms."""


class Contest:
    """Ours and SQL by hand, in one database.

    Args:
        url: Of the database.
        keys: How many keys of a hundred entries.
        rounds: How often each search runs.
    """

    def __init__(self, url: str, *, keys: int, rounds: int) -> None:
        self.raw = RawPostgres(url)
        self.raw.run("DROP SCHEMA IF EXISTS loom CASCADE")
        name = {"application_name": "loom-speed"}
        self.store = PostgresMemoryStore(
            PostgresOptions(url=StoreUrl.parse(url), pool_size=1, passthrough=name)
        )
        self.keys = keys
        self.rounds = rounds
        self._items = items()

    def take(self, number: int) -> list[Item]:
        """The next entries of the stream."""
        return list(islice(self._items, number))

    def fill(self, keys: int) -> None:
        """Lists of a hundred entries, for both."""
        for number in range(keys):
            rows = self.take(EACH)
            self.store.append(f"k{number}", [row.entry for row in rows])
            self.raw.fill(f"k{number}", rows)
            self.raw.run("SELECT 1")

    @property
    def pid(self) -> int:
        """The server's process behind the store's connection."""
        found = self.raw.db.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'loom-speed'"
        ).fetchone()
        return int(found[0]) if found else 0


def server_clock(*pids: int) -> Clock:
    """Seconds of cpu that server processes have had."""
    files = [Path(f"/proc/{pid}/schedstat") for pid in pids]
    return lambda: sum(int(file.read_text().split()[0]) for file in files) / 1e9


def search_many_keys(contest: Contest) -> list[Row]:
    """P1: one key among many, beside the fastest design by hand and psycopg's default."""
    contest.fill(contest.keys)
    contest.raw.index()
    rows = []
    for kind in (MIXED, RARE):
        times = _searched(contest, kind)
        what = f"{kind.name}, {contest.keys} x {EACH}: server cpu p50, x"
        goal = 1.5 if kind is MIXED else None
        rows.append(
            ratio("P1", f"{what} btree only", (times["ours"], times["btree"]), unit="ms", goal=goal)
        )
        goal = 1 / 8 if kind is MIXED else None
        pair = (times["ours"], times["generic"])
        rows.append(ratio("P1", f"{what} psycopg's default", pair, unit="ms", goal=goal))
    return rows


def _searched(contest: Contest, kind: Kind) -> dict[str, float]:
    asked = queries(kind, contest.rounds + WARM)
    places = [f"k{at * 7 % contest.keys}" for at in range(len(asked))]
    pairs = list(zip(places, asked, strict=True))
    raw = contest.raw
    searches: dict[str, Callable[[str, str], object]] = {
        "ours": contest.store.search,
        "btree": partial(raw.search, "btree", prepare=False),
        "generic": partial(raw.search, "gin", prepare=None),
    }
    for search in searches.values():
        for pair in pairs[:WARM]:
            search(*pair)
    jobs = {name: _following(search, pairs[WARM:]) for name, search in searches.items()}
    clock = server_clock(contest.pid, raw.pid)
    return medians(race(jobs, rounds=contest.rounds, clock=clock))


def _following(search: Callable[[str, str], object], pairs: Sequence[tuple[str, str]]) -> Job:
    waiting = iter(pairs)
    return lambda: search(*next(waiting))


def growth(contest: Contest) -> list[Row]:
    """P1: how a search grows with its own key; the other keys stay."""
    sizes = (1_000, 10_000)
    times = {}
    for size in sizes:
        for _ in range(size // 1_000):
            contest.store.append(f"long{size}", [row.entry for row in contest.take(1_000)])
        contest.raw.run("VACUUM ANALYZE")
        times[size] = _alone(contest.store, f"long{size}", contest)
    grown = exponent(times[sizes[0]], times[sizes[1]], growth=10)
    what = f"mixed: growth exponent, {sizes[0]} to {sizes[1]} entries"
    return [
        Row("P1", what, grown, at_most(1.0), times[sizes[1]], times[sizes[0]], "ms"),
    ]


def _alone(store: SearchableStore, key: str, contest: Contest) -> float:
    waiting = iter(queries(MIXED, contest.rounds))
    jobs: dict[str, Job] = {"ours": lambda: store.search(key, next(waiting))}
    times = race(jobs, rounds=contest.rounds, clock=server_clock(contest.pid))
    return statistics.median(times["ours"])


def append_one(contest: Contest) -> list[Row]:
    """P2: one entry, committed."""
    waiting = iter(contest.take(2 * contest.rounds))
    jobs: dict[str, Job] = {
        "ours": lambda: contest.store.append("k0", [next(waiting).entry]),
        "raw": lambda: contest.raw.append("k0", next(waiting)),
    }
    times = medians(race(jobs, rounds=contest.rounds, clock=WALL))
    pair = (times["ours"], times["raw"])
    return [ratio("P2", "append one, wall p50, x a raw INSERT", pair, unit="ms", goal=1.1)]


def bytes_each(contest: Contest) -> list[Row]:
    """D1: what an entry takes on the disk, words included."""
    ours, raw = contest.store, contest.raw
    raw.run("TRUNCATE raw.plain", "TRUNCATE loom.loom_entries, loom.loom_lists, loom.loom_words")
    for number in range(20):
        rows = contest.take(500)
        ours.append(f"k{number}", [row.entry for row in rows])
        raw.rewrite(f"k{number}", rows)
    raw.run("VACUUM ANALYZE")
    tables = ("loom.loom_entries", "loom.loom_lists", "loom.loom_words")
    value = raw.bytes(*tables) / raw.bytes("raw.plain")
    sizes = raw.bytes(*tables) / 10_000, raw.bytes("raw.plain") / 10_000
    return [Row("D1", "bytes an entry, x one plain table", value, at_most(2.6), *sizes)]


def rewrite(contest: Contest) -> list[Row]:
    """W1: a list of a thousand, ten gone in front and ten new behind."""
    stream = contest.take(1_000 + 10 * contest.rounds)
    starts = {name: count(0, 10) for name in ("ours", "raw")}

    def window(name: str) -> list[Item]:
        start = next(starts[name])
        return stream[start : start + 1_000]

    jobs: dict[str, Job] = {
        "ours": lambda: contest.store.replace("w", [row.entry for row in window("ours")]),
        "raw": lambda: contest.raw.rewrite("w", window("raw")),
    }
    rounds = min(contest.rounds, 15)
    times = medians(race(jobs, rounds=rounds, clock=WALL))
    pair = (times["ours"], times["raw"])
    return [
        ratio("W1", "replace 1,000, 2 % new, wall, x delete and insert", pair, unit="ms", goal=1.5)
    ]


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="postgresql://... of an empty database on this machine")
    parser.add_argument("--keys", type=int, default=1_000, help="default: %(default)s")
    parser.add_argument("--rounds", type=int, default=60, help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows here, too")
    options = parser.parse_args()
    contest = Contest(options.url, keys=options.keys, rounds=options.rounds)
    rows: list[Row] = []
    for measured in (search_many_keys, growth, append_one, rewrite, bytes_each):
        rows += measured(contest)
    print(f"{described()}\n\n{shown(rows)}")
    contest.store.close()
    contest.raw.db.close()
    if options.json:
        options.json.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")


if __name__ == "__main__":
    main()
