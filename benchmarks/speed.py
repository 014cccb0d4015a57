"""Speed of the SQLite store, as ratios to the raw engine in the same run.

Ours and the raw engine take turns on the same entries, in files on the disk that holds the
current folder. Times are cpu of this process, except where the disk decides. A goal that is
missed does not fail the run: it is shown.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from append_speed import batch_append, durable_append, single_append
from contention import crowd
from corpus import checked_shares
from disk_size import disk
from entry_speed import before_storing
from id_speed import by_id
from import_speed import importing
from long_key import growth, long_list
from machine import described, filesystem, machine
from open_speed import opening
from pydantic import JsonValue
from read_speed import tail, whole
from replace_speed import rewritten
from row import Row, shown
from scale import FULL, QUICK, Scale
from search_speed import exact_ranking, many_keys
from stock import TEMPLATE, Stock

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
    "O1": opening,
    "ID": by_id,
    "IMP": importing,
    "C1": crowd,
}

CHECKED: Final = 3_000
"""Rows that the classes of queries are checked on before anything is timed."""


def measure(stock: Stock, scale: Scale, names: Sequence[str]) -> list[Row]:
    """The rows of each target, one target after the other."""
    rows: list[Row] = []
    for name in names:
        started = time.monotonic()
        rows += TARGETS[name](stock, scale)
        print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)
    return rows


def run(names: Sequence[str], *, scale: Scale, folder: Path, template: str) -> dict[str, JsonValue]:
    """Measure, print, and give the report."""
    if (kind := filesystem(folder)) == "tmpfs":
        raise SystemExit(f"{folder} is in memory\n  hint: name a folder on a disk with --folder")
    print(f"{described()}, {kind}; {scale.name} sizes")
    with tempfile.TemporaryDirectory(prefix="loom-speed-", dir=folder) as place:
        stock = Stock(Path(place), template=template)
        shares = checked_shares(stock.rows(CHECKED))
        print("rows matched:", *(f"{name} {share:.1%}" for name, share in shares.items()))
        print(f"a word never met before: {stock.meet_words() * 1e6:.1f} us of cpu, paid by now")
        rows = measure(stock, scale, names)
        stock.close()
    print(f"\n{shown(rows)}")
    missed = [row for row in rows if row.met is False]
    if scale is QUICK:
        print("\nthe goals are for the full sizes; small ones only show that all runs")
    print(f"\n{len(missed)} of {sum(row.met is not None for row in rows)} goals missed")
    return {
        "schema_version": 1,
        "scale": scale.name,
        "store": template,
        "filesystem": kind,
        "machine": machine(),
        "shares": {**shares},
        "rows": [row.as_json() for row in rows],
    }


def _names(text: str) -> list[str]:
    names = text.upper().split(",")
    if unknown := set(names).difference(TARGETS):
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}; use {','.join(TARGETS)}")
    return names


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=_names, default=[*TARGETS], help="such as A1,S3")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that all runs")
    parser.add_argument("--folder", type=Path, default=Path(), help="default: the current folder")
    parser.add_argument("--store-url-template", default=TEMPLATE, help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here, too")
    options = parser.parse_args()
    report = run(
        options.only,
        scale=QUICK if options.quick else FULL,
        folder=options.folder.resolve(),
        template=options.store_url_template,
    )
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
