"""What an agent thinks with: a chat model, or without one the lines that fit best."""

from collections.abc import Sequence
from typing import Protocol

from loom_memory_core import MemoryEntry, SearchHit, origins, searchable_text, tokenize
from loom_memory_runtime import ChatModel, fence

from war_room.incident import Finding


class Mind(Protocol):
    """Answers an agent's task from what it recalled, or from what the others noted."""

    def find(self, task: str, title: str, hits: Sequence[SearchHit]) -> Finding:
        """What the passages say about the incident."""
        ...

    def plan(self, task: str, title: str, notes: Sequence[MemoryEntry]) -> str:
        """What follows from the notes of the other agents."""
        ...


class QuotingMind:
    """No model: from each passage the heading and the line that shares the most terms."""

    def find(self, task: str, title: str, hits: Sequence[SearchHit]) -> Finding:
        """A line of each passage, in the order of relevance."""
        lines = [_best_line(searchable_text(hit.entry), f"{task} {title}") for hit in hits]
        return Finding(text="\n".join(lines) or "Nothing is known.", sources=sources(hits))

    def plan(self, task: str, title: str, notes: Sequence[MemoryEntry]) -> str:
        """The notes, one after the other, by the name of who wrote them."""
        named = sorted((note.role or "", searchable_text(note)) for note in notes)
        return "\n".join(f"{name}: {line}" for name, text in named for line in text.splitlines())


class ChatMind:
    """A chat model; passages and notes reach it fenced, as data and not as orders."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def find(self, task: str, title: str, hits: Sequence[SearchHit]) -> Finding:
        """What the model says of the passages."""
        asked = f"{fence(hits)}\n\nThe incident: {title}"
        text = self._model.complete(
            [{"role": "system", "content": task}, {"role": "user", "content": asked}]
        )
        return Finding(text=text, sources=sources(hits))

    def plan(self, task: str, title: str, notes: Sequence[MemoryEntry]) -> str:
        """What the model makes of the notes."""
        asked = f"{fence(notes)}\n\nThe incident: {title}"
        return self._model.complete(
            [{"role": "system", "content": task}, {"role": "user", "content": asked}]
        )


def sources(hits: Sequence[SearchHit]) -> tuple[str, ...]:
    """The origins of the hits, without repeats."""
    return tuple(dict.fromkeys(origin for hit in hits for origin in origins(hit.entry)))


def _best_line(passage: str, question: str) -> str:
    asked = set(tokenize(question))
    heading, *lines = passage.splitlines()
    best = max(lines, key=lambda line: len(asked.intersection(tokenize(line))), default="")
    return f"{heading}. {best}"
