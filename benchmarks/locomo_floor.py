"""What the floor and the gate of an embedding model do on LoCoMo.

The data is LoCoMo's published JSON, or some of its conversations in the same form. Each
conversation is one list, and is asked its own answerable questions, and those of all others:
as they stand (foreign), and with its own speakers' names put in (hard). A question of the
first kind should find something, and one of the others nothing. The fused gate,
``2 max(C) + max(C + 3F)``, asks the store with words and vectors (``--fused``).
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from abstention import KINDS, Asked, Shares, gold_kept, highest_gate, questions_to, shares
from locomo import Conversation, read_locomo
from loom_memory_core import SearchableStore, opened, require
from loom_memory_vector import (
    CheckedEmbedder,
    Judged,
    Vectors,
    embeddable,
    make_embedder,
    shipped_floor,
)
from machine import described, sha256
from pydantic import JsonValue
from retrieval import fill
from split import SPLIT
from table import table

GATES: Final = [number / 100 for number in range(30, 62, 2)]
FLOORS: Final = [number / 100 for number in range(0, 65, 5)]
FUSED_GATES: Final = [number / 10 for number in range(12, 25)]
KEEP: Final = 0.97
BOUNDLESS: Final = "vector+sqlite:///{folder}/fused.db?hybrid=true&min_score=-1&min_top_score=-1"


class Put(NamedTuple):
    """A question that was put to a conversation."""

    conversation: str
    asked: Asked
    judged: Judged
    fused: float | None
    """``2 max(C) + max(C + 3F)``, where it was asked for."""


def put_all(
    conversations: Sequence[Conversation], embedder: CheckedEmbedder, fused: SearchableStore | None
) -> Iterator[Put]:
    """Every question to every conversation."""
    vectors: dict[str, Vectors] = {}
    for conversation in conversations:
        questions = list(questions_to(conversation, conversations))
        fresh = sorted({each.text for each in questions}.difference(vectors))
        vectors |= dict(zip(fresh, embedder.embed_documents(fresh), strict=True))
        texts = [text for entry in conversation.entries if (text := embeddable(entry))]
        stored = embedder.embed_documents(texts)
        places = {text: at for at, text in enumerate(texts)}
        for asked in questions:
            cosines = stored @ vectors[asked.text]
            top = float(cosines.max())
            judged = Judged(top, tuple(float(cosines[places[text]]) for text in asked.gold))
            hits = fused.search(conversation.key, asked.text, limit=1) if fused else []
            yield Put(conversation.id, asked, judged, 2 * top + hits[0].score if hits else None)


def scores(put: Sequence[Put], *, fused: bool) -> dict[str, list[float]]:
    """The best score of each question, by kind."""
    return {
        kind: [
            each.fused if fused and each.fused is not None else each.judged.top
            for each in put
            if each.asked.kind == kind
        ]
        for kind in KINDS
    }


def groups(put: Sequence[Put]) -> Mapping[str, list[Put]]:
    """All, the two halves of the data, and each conversation."""
    found: dict[str, list[Put]] = {"all": [], "tune": [], "report": []}
    for each in put:
        names = ("all", SPLIT.get(each.conversation, "held out"), each.conversation)
        for name in names:
            found.setdefault(name, []).append(each)
    return {name: members for name, members in found.items() if members}


def shown(rows: Mapping[str, Shares]) -> str:
    """Percentages, a row for each gate or group."""
    lines = [[name, *(f"{number:.1f}" for number in row[1:])] for name, row in rows.items()]
    return table(["", "own answered", "foreign empty", "hard empty"], lines)


class Gates(NamedTuple):
    """A score with its gates: all that are shown, and the ones that each group is shown at."""

    name: str
    fused: bool
    every: Sequence[float]
    shipped: float | None


def report_gates(put: Sequence[Put], gates: Gates) -> dict[str, JsonValue]:
    """Print and give every gate on all questions, and two on each group."""
    by_group = groups(put)
    whole = {gate: shares(scores(put, fused=gates.fused), gate) for gate in gates.every}
    print(f"as a gate on {gates.name}:")
    print(shown({f"{gate:.2f}": each for gate, each in whole.items()}))
    own = scores(by_group.get("tune", put), fused=gates.fused)["own"]
    chosen = {f"keeps {100 * KEEP:g} % of tune's own questions": highest_gate(own, keep=KEEP)}
    if gates.shipped is not None:
        chosen["is shipped"] = gates.shipped
    report: dict[str, JsonValue] = {"every": [each._asdict() for each in whole.values()]}
    for reason, gate in chosen.items():
        rows = {
            name: shares(scores(each, fused=gates.fused), gate) for name, each in by_group.items()
        }
        print(f"\nthe gate that {reason}, {gate:.2f}:\n{shown(rows)}")
        report[reason] = {name: each._asdict() for name, each in rows.items()}
    print()
    return report


def report_floors(put: Sequence[Put]) -> dict[str, JsonValue]:
    """Print and give what each floor leaves of the turns that answer."""
    own = [each.judged for each in put if each.asked.kind == "own"]
    kept = {f"{floor:.2f}": round(gold_kept(own, floor), 1) for floor in FLOORS}
    print("as a floor, percent of the turns that answer and still match:")
    print(table(["", "kept"], [[floor, str(share)] for floor, share in kept.items()]), "\n")
    return {**kept}


@contextmanager
def fused_store(conversations: Sequence[Conversation], name: str) -> "Iterator[SearchableStore]":
    """A store with words and vectors, and neither floor nor gate."""
    with tempfile.TemporaryDirectory() as folder:
        url = BOUNDLESS.replace("{folder}", quote(folder))
        with opened(url, embedder=name) as bare:
            store = require(bare, "search")
            fill(store, conversations)
            yield store


def run(path: Path, *, name: str, with_fused: bool) -> dict[str, JsonValue]:
    """Measure, print, and give the report."""
    conversations, embedder = read_locomo(path), make_embedder(name)
    shipped = shipped_floor(embedder.fingerprint)
    with fused_store(conversations, name) if with_fused else nullcontext() as store:
        put = list(put_all(conversations, embedder, store))
    print(f"{embedder.model} ({embedder.fingerprint}), data sha256 {sha256(path)}\n{described()}\n")
    counts = {kind: sum(each.asked.kind == kind for each in put) for kind in KINDS}
    print("questions:", *(f"{count} {kind}" for kind, count in counts.items()), "\n")
    report: dict[str, JsonValue] = {"questions": {**counts}, "floors": report_floors(put)}
    gate = shipped.min_top_score if shipped else None
    report["cosine"] = report_gates(
        put, Gates("the best cosine", fused=False, every=GATES, shipped=gate)
    )
    if with_fused:
        fused = Gates("2 max(C) + max(C + 3F)", fused=True, every=FUSED_GATES, shipped=None)
        report["fused"] = report_gates(put, fused)
    return {"schema_version": 1, "model": embedder.model, "data_sha256": sha256(path), **report}


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, help="LoCoMo's JSON")
    parser.add_argument("--embedder", default="local", help="default: %(default)s")
    parser.add_argument("--fused", action="store_true", help="the fused gate, too; slower")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here, too")
    options = parser.parse_args()
    report = run(options.path, name=options.embedder, with_fused=options.fused)
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
