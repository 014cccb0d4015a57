"""Turn and session recall of a store's search on LoCoMo.

The data is LoCoMo's published JSON, or some of its conversations in the same form. Each
conversation is put under its own key, all in one store, as `speaker: text [image: caption]`;
a question is asked as it stands. No model is involved.
"""

import argparse
import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bootstrap import RESAMPLES, SEED, Interval
from locomo import Conversation, Question, read_locomo
from loom_memory_core import SearchableStore, opened, require, supports
from machine import described, machine, sha256
from pydantic import JsonValue
from recall import LABELS
from retrieval import LIMIT, Answer, ask, fill
from split import Measures, measured
from table import table

TEMPLATE: Final = "sqlite:///{folder}/locomo.db"


def blemishes(conversations: Sequence[Conversation]) -> dict[str, list[str]]:
    """What was wrong with the evidence, question by question."""
    asked = [question for each in conversations for question in each.questions]
    return {
        "evidence repaired": [
            f"{_place(q)}: {text}" for q in asked for text in q.evidence.repaired
        ],
        "evidence left out": [
            f"{_place(q)}: {text!r}" for q in asked for text in q.evidence.left_out
        ],
        "questions without evidence": [_place(q) for q in asked if not q.evidence.turns],
    }


def _place(question: Question) -> str:
    return f"{question.conversation} question {question.number}"


def speed(answers: Sequence[Answer]) -> dict[str, float]:
    """Questions a second, and the wall time of one."""
    times = sorted(answer.seconds * 1000 for answer in answers)
    return {
        "questions_per_second": round(1000 * len(times) / sum(times), 1),
        "p50_ms": round(statistics.median(times), 2),
        "p95_ms": round(times[int(len(times) * 0.95)], 2),
    }


def stored_bytes(store: SearchableStore) -> int | None:
    """The size of the store, if it can tell."""
    return store.inspect().bytes if supports(store, "inspect") else None


def shown(measures: Measures) -> str:
    """The measures as a table, in percent."""
    rows = [
        [label, str(count), *map(_percent, columns)] for label, (count, columns) in measures.items()
    ]
    return table(["", "questions", *LABELS], rows)


def _percent(interval: Interval) -> str:
    mean, low, high = (100 * share for share in interval)
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]"


def as_json(measures: Measures) -> dict[str, JsonValue]:
    """The measures by group and label, each a mean with its interval."""
    return {
        group: {
            "questions": count,
            **{
                name: [round(part, 6) for part in each]
                for name, each in zip(LABELS, columns, strict=True)
            },
        }
        for group, (count, columns) in measures.items()
    }


def run(path: Path, *, template: str, resamples: int) -> dict[str, JsonValue]:
    """Measure, print, and give the report."""
    conversations = read_locomo(path)
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(template.replace("{folder}", quote(folder))) as bare,
    ):
        store = require(bare, "search")
        entries = fill(store, conversations)
        size = stored_bytes(store)
        answers = list(ask(store, conversations))
    print(f"{template}, {entries} entries in {len(conversations)} keys, {size} bytes")
    print(f"data sha256 {sha256(path)}\n{described()}\n")
    measures = measured(answers, resamples=resamples)
    print(shown(measures))
    print(f"\n95 % bootstrap intervals over questions, {resamples} resamples, seed {SEED}")
    times = speed(answers)
    print(f"limit {LIMIT}:", *(f"{name} {value}" for name, value in times.items()))
    faults = blemishes(conversations)
    for name, lines in faults.items():
        print(f"{name}: {len(lines)}", *lines, sep="\n  ")
    return {
        "schema_version": 1,
        "data_sha256": sha256(path),
        "store": {"url": template, "entries": entries, "bytes": size},
        "machine": machine(),
        "bootstrap": {"resamples": resamples, "seed": SEED},
        "measures": as_json(measures),
        "speed": {**times, "limit": LIMIT},
        "evidence": {name: [*lines] for name, lines in faults.items()},
    }


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, help="LoCoMo's JSON")
    parser.add_argument(
        "--store-url-template",
        default=TEMPLATE,
        help="an empty store; {folder} is a temporary folder (default: %(default)s)",
    )
    parser.add_argument("--resamples", type=int, default=RESAMPLES, help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here, too")
    options = parser.parse_args()
    report = run(options.path, template=options.store_url_template, resamples=options.resamples)
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
