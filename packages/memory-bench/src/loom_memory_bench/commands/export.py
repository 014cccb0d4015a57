"""``loom bench export``: conversations as the files that ``loom knowledge`` reads."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from loom_memory_cli import counted, say

from loom_memory_bench.data.conversation import Conversation, Fact, Turn
from loom_memory_bench.data.locomo import read_locomo

Line = Mapping[str, object]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def export(file: Path, folder: Path) -> None:
    """Write the conversations of FILE, in LoCoMo's form, into FOLDER.

    Each becomes a folder with turns.jsonl, for `loom knowledge add`, and facts.jsonl, the
    observations that the data ships, for `loom knowledge import-facts`.
    """
    data = read_locomo(file)
    for each in data.conversations:
        into = folder / each.id
        into.mkdir(parents=True, exist_ok=True)
        _write(into / "turns.jsonl", (_turn(turn) for turn in each.turns))
        _write(into / "facts.jsonl", _facts(each))
    turns = sum(len(each.turns) for each in data.conversations)
    facts = sum(len(each.facts) for each in data.conversations)
    say(
        f"Wrote {counted(turns, 'turn')} and {counted(facts, 'fact')} of "
        f"{counted(len(data.conversations), 'conversation')} to {folder}."
    )


def _write(file: Path, lines: Iterator[Line]) -> None:
    file.write_text(
        "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8"
    )


def _turn(turn: Turn) -> Line:
    entry = turn.entry
    said = str(entry.content).removeprefix(f"{entry.role}: ")
    at = None if entry.timestamp is None else entry.timestamp.isoformat()
    return {"session": turn.session, "role": entry.role, "text": said, "at": at}


def _facts(conversation: Conversation) -> Iterator[Line]:
    places = turn_places(conversation.turns)
    for fact in conversation.facts:
        yield _fact(fact, places)


def _fact(fact: Fact, places: Mapping[str, tuple[str, int]]) -> Line:
    named = [places[source] for source in fact.sources]
    sources = [{"session": session, "turn": turn} for session, turn in named]
    return {
        "text": fact.text,
        "class": "fact",
        "subject": fact.about or None,
        "type": "person",
        "sources": sources,
    }


def turn_places(turns: Sequence[Turn]) -> dict[str, tuple[str, int]]:
    """For each turn's id, its session and its place there, counted from 0."""
    counts: dict[str, int] = {}
    places = {}
    for turn in turns:
        at = counts.get(turn.session, 0)
        places[turn.id] = (turn.session, at)
        counts[turn.session] = at + 1
    return places
