"""Turn recall on LoCoMo of words, of vectors, and of both, beside each other.

    python benchmarks/locomo_vector.py locomo.json [--file FILE | --postgres URL]
        [--embedder NAME]

One file carries words and vectors of every conversation, each under its own key, and is asked
through four handles: words alone; vectors alone with the floor and the gate wide open, and as
they are shipped; and both, as they are shipped. With ``--file`` the file is kept, and another
run embeds nothing but the questions. With ``--postgres``, the empty database of a URL without
parameters stands in its place.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import combinations
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bootstrap import RESAMPLES, SEED
from locomo import Conversation, read_locomo
from locomo_lexical import as_json, shown, speed
from loom_memory_core import opened, require
from machine import described, machine, sha256
from paired import Paired, mean_of, paired
from pydantic import JsonValue
from recall import LABELS
from retrieval import Answer, ask, fill
from split import Measures, labels
from table import table

HANDLES: Final = {
    "words": "{place}",
    "vectors, any": "vector+{place}?embedder={embedder}&min_score=-1&min_top_score=-1",
    "vectors": "vector+{place}?embedder={embedder}",
    "both": "vector+{place}?embedder={embedder}&hybrid=true",
}
"""How the one file, or database, is asked."""

COMPARED: Final = {"R@5": 1, "R@10": 2}
"""Measures that are compared question by question, by their place in ``Recall``."""

GROUPS: Final = ("all", "answerable", "tune", "report")


@contextmanager
def filled(conversations: Sequence[Conversation], *, place: str, embedder: str) -> Iterator[None]:
    """The file with all conversations in it; filled now, unless it was."""
    with opened(HANDLES["both"].format(place=place, embedder=embedder)) as bare:
        store = require(bare, "search")
        if not store.read(conversations[0].key, limit=1):
            fill(store, conversations)
    yield


def answers_of(url: str, conversations: Sequence[Conversation]) -> list[Answer]:
    """What one handle makes of every question."""
    with opened(url) as store:
        return list(ask(require(store, "search"), conversations))


def figures(answers: Sequence[Answer], group: str, place: int) -> list[float]:
    """One measure of every question of a group."""
    return [each.recall[place] for each in answers if group in set(labels(each.question))]


def measured(answers: Sequence[Answer], *, resamples: int) -> Measures:
    """The measures of each group."""
    return {
        group: (len(columns[0]), [mean_of(column, resamples) for column in columns])
        for group in GROUPS
        if (columns := [figures(answers, group, place) for place in range(len(LABELS))])[0]
    }


def comparisons(
    answers: Mapping[str, Sequence[Answer]], *, resamples: int
) -> dict[tuple[str, str, str, str], Paired]:
    """Each pair of handles, on each group and measure."""
    found = {}
    for second, first in combinations(answers, 2):
        for group in GROUPS:
            for name, place in COMPARED.items():
                sides = [figures(answers[each], group, place) for each in (first, second)]
                if sides[0]:
                    found[first, second, group, name] = paired(*sides, resamples=resamples)
    return found


def compared(found: Mapping[tuple[str, str, str, str], Paired]) -> str:
    """The comparisons as a table, in points."""
    rows = [
        [
            f"{first} - {second}",
            group,
            name,
            "{:+.1f} [{:+.1f}, {:+.1f}]".format(*(100 * each for each in pair.difference)),
            f"{pair.wins}/{pair.losses}",
            f"{pair.p:.1g}",
        ]
        for (first, second, group, name), pair in found.items()
    ]
    return table(["", "questions", "measure", "points", "wins/losses", "p"], rows)


def run(path: Path, *, place: str, embedder: str, resamples: int) -> dict[str, JsonValue]:
    """Measure, print, and give the report."""
    conversations = read_locomo(path)
    with filled(conversations, place=place, embedder=embedder):
        answers = {
            name: answers_of(url.format(place=place, embedder=embedder), conversations)
            for name, url in HANDLES.items()
        }
    print(f"embedder {embedder}; data sha256 {sha256(path)}\n{described()}\n")
    measures = {name: measured(each, resamples=resamples) for name, each in answers.items()}
    for name, each in measures.items():
        print(f"{name}\n{shown(each)}")
        print(*(f"{what} {value}" for what, value in speed(answers[name]).items()), "\n")
    found = comparisons(answers, resamples=resamples)
    print(compared(found))
    print(
        f"\n95 % bootstrap intervals over questions, {resamples} resamples, seed {SEED}; sign test"
    )
    return {
        "schema_version": 1,
        "data_sha256": sha256(path),
        "embedder": embedder,
        "machine": machine(),
        "measures": {name: as_json(each) for name, each in measures.items()},
        "paired": {
            " | ".join(names): {
                "difference": [*pair.difference],
                "wins": pair.wins,
                "losses": pair.losses,
                "p": pair.p,
            }
            for names, pair in found.items()
        },
    }


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", type=Path, help="LoCoMo's JSON")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--file", type=Path, help="keep the store here")
    where.add_argument("--postgres", metavar="URL", help="use this database")
    parser.add_argument("--embedder", default="local", help="default: %(default)s")
    parser.add_argument("--resamples", type=int, default=RESAMPLES, help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here, too")
    options = parser.parse_args()
    own = nullcontext(options.file.parent) if options.file else tempfile.TemporaryDirectory()
    with own as folder:
        file = (options.file or Path(folder) / "locomo.db").absolute()
        place = options.postgres or f"sqlite:///{quote(str(file))}"
        report = run(
            options.path, place=place, embedder=options.embedder, resamples=options.resamples
        )
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
