"""Running the speed benchmark: each target beside the raw engine in the same run."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from loom_memory_core import Progress, no_progress

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.machine import filesystem
from loom_memory_bench.report.report import Arm, LeftOut, Point, Report, Timing
from loom_memory_bench.report.stamp import stamp
from loom_memory_bench.speed.append import batch_append, durable_append, single_append
from loom_memory_bench.speed.contention import crowd
from loom_memory_bench.speed.corpus import checked_shares
from loom_memory_bench.speed.curve import by_size
from loom_memory_bench.speed.disk import disk
from loom_memory_bench.speed.entry import before_storing
from loom_memory_bench.speed.ids import by_id
from loom_memory_bench.speed.imports import importing
from loom_memory_bench.speed.langgraph_store import is_installed
from loom_memory_bench.speed.long_key import growth, long_list
from loom_memory_bench.speed.memory import memory
from loom_memory_bench.speed.opening import opening
from loom_memory_bench.speed.reading import tail, whole
from loom_memory_bench.speed.replacing import rewritten
from loom_memory_bench.speed.resident import is_told
from loom_memory_bench.speed.row import Row
from loom_memory_bench.speed.scale import FULL, QUICK, Scale
from loom_memory_bench.speed.searching import exact_ranking, many_keys
from loom_memory_bench.speed.stock import TEMPLATE, Stock

TARGETS: Final[dict[str, Callable[[Stock, Scale], list[Row]]]] = {
    "E1": before_storing,
    "A1": durable_append,
    "A2": single_append,
    "A3": batch_append,
    "R1": tail,
    "R2": whole,
    "S1": many_keys,
    "S2": exact_ranking,
    "S3": long_list,
    "S4": growth,
    "W1": rewritten,
    "D1": disk,
    "MEM": memory,
    "O1": opening,
    "ID": by_id,
    "IMP": importing,
    "C1": crowd,
}

SIZES: Final = "SZ"
"""The target that gives points and no rows."""

NAMES: Final = (*TARGETS, SIZES)

CHECKED: Final = 3_000
"""Rows that the classes of queries are checked on before anything is timed."""


def measure_speed(
    names: Sequence[str] = NAMES,
    *,
    command: str,
    scale: Scale = FULL,
    folder: Path = Path(),
    template: str = TEMPLATE,
    progress: Progress = no_progress,
) -> Report:
    """Measure the targets of ``names``.

    Args:
        names: Of ``NAMES``.
        command: What a reader types to make the report again.
        scale: How much is measured.
        folder: Where the files are written and removed again; on a disk.
        template: The URL of a store of ours, with ``{folder}``, ``{name}`` and ``{synchronous}``.
        progress: Told of every target.

    Raises:
        BenchmarkError: The folder is in memory, where a durable write says nothing.
    """
    if (kind := filesystem(folder)) == "tmpfs":
        raise BenchmarkError(
            f"{folder.resolve()} is in memory, where a durable write costs nothing",
            hint="name a folder on a disk with --folder",
        )
    rows: list[Row] = []
    points: list[Point] = []
    with tempfile.TemporaryDirectory(prefix="loom-speed-", dir=folder) as place:
        stock = Stock(Path(place).resolve(), template=template)
        shares = checked_shares(stock.rows(CHECKED))
        met = stock.meet_words()
        for number, name in enumerate(names):
            progress(number, len(names))
            if name == SIZES:
                points += by_size(stock, scale)
            else:
                rows += TARGETS[name](stock, scale)
        stock.close()
    return Report(
        kind="speed",
        title="Speed",
        command=command,
        verdict=_verdict(rows, scale),
        arms=_arms(template, kind, scale),
        timings=tuple(_timing(row) for row in rows),
        points=tuple(points),
        left_out=_left_out(names),
        notes=(_matched(shares), f"a word never met before costs {met * 1e6:.1f} us, paid by then"),
        **stamp(),
    )


def _verdict(rows: Sequence[Row], scale: Scale) -> str:
    asked = [row.met for row in rows if row.met is not None]
    missed = f"{asked.count(False)} of {len(asked)} goals missed." if asked else ""
    small = " Goals are for the full sizes; small ones only show that all runs."
    return missed + small if scale is QUICK and asked else missed


def _arms(template: str, kind: str, scale: Scale) -> tuple[Arm, ...]:
    return (
        Arm(
            name="ours",
            about="the store, through the contract",
            settings={"store": template, "filesystem": kind, "sizes": scale.name},
        ),
        Arm(name="other", about="what a careful programmer would write by hand, or what is named"),
    )


def _timing(row: Row) -> Timing:
    return Timing.model_validate(row.as_json())


def _left_out(names: Sequence[str]) -> tuple[LeftOut, ...]:
    left: list[LeftOut] = []
    if "R1" in names and not is_installed():
        reason = "langgraph-checkpoint-sqlite is not installed"
        left.append(LeftOut(name="R1, langgraph's SqliteStore", reason=reason))
    if "MEM" in names and not is_told():
        left.append(LeftOut(name="MEM", reason="this system does not tell what a process holds"))
    return tuple(left)


def _matched(shares: dict[str, float]) -> str:
    each = ", ".join(f"{name} {share:.1%}" for name, share in shares.items())
    return f"rows matched by a query of each class: {each}"
