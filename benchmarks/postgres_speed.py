"""Speed of the PostgreSQL store, as ratios to SQL by hand in the same run.

The URL names an empty database on this machine, and a superuser of its server. Searches are
timed by the cpu of the server's process, which is read from /proc; appends and rewrites are wall
time. A disk that flushes in microseconds hides what an append costs on others, so that appends
are timed a second time with commits that wait four milliseconds for the disk.
"""

import argparse
import json
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from loom_memory_bench.speed.corpus import MIXED, RARE, Item, Kind, queries
from loom_memory_bench.speed.row import Row, at_most, ratio, shown
from loom_memory_bench.speed.stopwatch import WALL, Job, exponent, medians, race
from loom_memory_core import MemoryStore
from machine import described
from postgres_contest import EACH, Contest, server_clock

WARM: Final = 120
"""So many searches bring every statement to its lasting plan: ten runs of each are enough, and
ours has one for each number of terms."""

LONG: Final = (1_000, 10_000)
"""How many entries the two long lists have."""

FLUSH_MS: Final = 4
"""What a commit costs on an ordinary disk."""

OURS: Final = ("loom.loom_entries", "loom.loom_lists", "loom.loom_words")


def search_many_keys(contest: Contest) -> list[Row]:
    """P1: one key among many, beside the fastest design by hand and psycopg's default."""
    few = contest.keys // 10
    contest.fill(range(few))
    contest.raw.run("VACUUM ANALYZE")
    before = {kind: _alone(contest, kind, keys=few) for kind in (MIXED, RARE)}
    contest.fill(range(few, contest.keys))
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
        now = _alone(contest, kind, keys=contest.keys)
        what = f"{kind.name}: growth exponent, {few} to {contest.keys} keys of {EACH}"
        rows.append(_growth("P1", what, (before[kind], now), goal=0.15))
    return rows


def _growth(target: str, what: str, times: tuple[float, float], *, goal: float) -> Row:
    """How a time of seconds grows with ten times as much; the smaller's first."""
    small, large = times
    grown = exponent(small, large, growth=10)
    return Row(target, what, grown, at_most(goal), large * 1e3, small * 1e3, "ms")


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
    """P1, P2: how a search and an append grow with their own list; the other keys stay."""
    for size in LONG:
        for _ in range(size // 1_000):
            contest.store.append(f"long{size}", [row.entry for row in contest.take(1_000)])
    contest.raw.run("VACUUM ANALYZE")
    searches, appends = [], []
    for size in LONG:
        place = f"long{size}"
        searches.append(_median_search(contest, MIXED, [place] * contest.rounds))
        appends.append(_median_append(contest, place))
    sizes = f"{LONG[0]} to {LONG[1]} entries"
    return [
        _growth("P1", f"mixed: growth exponent, {sizes}", (searches[0], searches[1]), goal=1.0),
        _growth("P2", f"append one: growth exponent, {sizes}", (appends[0], appends[1]), goal=0.1),
    ]


def _alone(contest: Contest, kind: Kind, *, keys: int) -> float:
    places = [f"k{at * 7 % keys}" for at in range(WARM + contest.rounds)]
    return _median_search(contest, kind, places)


def _median_search(contest: Contest, kind: Kind, places: Sequence[str]) -> float:
    """Seconds of the server's cpu, once every statement has its lasting plan."""
    pairs = list(zip(places, queries(kind, len(places)), strict=True))
    warm = pairs[: -contest.rounds] or pairs
    for pair in warm:
        contest.store.search(*pair)
    jobs: dict[str, Job] = {"ours": _following(contest.store.search, pairs[-contest.rounds :])}
    times = race(jobs, rounds=contest.rounds, clock=server_clock(contest.pid))
    return statistics.median(times["ours"])


def _median_append(contest: Contest, place: str) -> float:
    waiting = iter(contest.take(contest.rounds))
    jobs: dict[str, Job] = {"ours": lambda: contest.store.append(place, [next(waiting).entry])}
    times = race(jobs, rounds=contest.rounds, clock=server_clock(contest.pid))
    return statistics.median(times["ours"])


def append_one(contest: Contest) -> list[Row]:
    """P2: one entry, committed: on this disk, and on one that takes its time."""
    rows = []
    for flush_ms in (0, FLUSH_MS):
        store = contest.open_store(flush_ms=flush_ms)
        contest.delay_raw(flush_ms)
        times = _appended(contest, store)
        on = f"flush of {flush_ms} ms" if flush_ms else "this disk"
        what = f"append one, {on}: wall p50, x a raw INSERT"
        rows += [
            ratio("P2", what, (times["ours"], times["plain"]), unit="ms", goal=1.1),
            ratio("P2", f"{what} with words", (times["ours"], times["words"]), unit="ms"),
        ]
        store.close()
    contest.delay_raw(0)
    return rows


def _appended(contest: Contest, store: MemoryStore) -> dict[str, float]:
    waiting = iter(contest.take(3 * (contest.rounds + WARM)))
    jobs: dict[str, Job] = {
        "ours": lambda: store.append("k0", [next(waiting).entry]),
        "plain": lambda: contest.raw.append("k0", next(waiting)),
        "words": lambda: contest.raw.append_with_words("k0", next(waiting)),
    }
    race(jobs, rounds=WARM, clock=WALL)
    return medians(race(jobs, rounds=contest.rounds, clock=WALL))


def bytes_many_keys(contest: Contest) -> list[Row]:
    """D1: what an entry takes on the disk, words included, in many short lists."""
    contest.raw.copy_plain()
    return [_bytes(contest, (contest.keys, EACH), goal=2.6)]


def bytes_few_keys(contest: Contest) -> list[Row]:
    """D1: the same in a store of ten thousand entries, where the vocabulary weighs more."""
    ours, raw = contest.store, contest.raw
    raw.run("TRUNCATE raw.plain", f"TRUNCATE {', '.join(OURS)}")
    for number in range(20):
        rows = contest.take(500)
        ours.append(f"k{number}", [row.entry for row in rows])
        raw.rewrite(f"k{number}", rows)
    return [_bytes(contest, (20, 500), goal=None)]


def _bytes(contest: Contest, shape: tuple[int, int], *, goal: float | None) -> Row:
    keys, each = shape
    contest.raw.run("VACUUM ANALYZE")
    ours = contest.raw.bytes(*OURS) / (keys * each)
    plain = contest.raw.bytes("raw.plain") / (keys * each)
    what = f"bytes an entry, {keys} x {each}: x one plain table"
    return Row("D1", what, ours / plain, at_most(goal), ours, plain)


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
    for measured in (
        search_many_keys,
        bytes_many_keys,
        growth,
        append_one,
        rewrite,
        bytes_few_keys,
    ):
        rows += measured(contest)
    print(f"{described()}\n\n{shown(rows)}")
    contest.store.close()
    contest.raw.db.close()
    if options.json:
        options.json.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")


if __name__ == "__main__":
    main()
