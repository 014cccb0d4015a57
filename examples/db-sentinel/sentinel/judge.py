"""Who judges an alert: rules that quote, or a chat model."""

import re
from collections.abc import Sequence
from typing import Protocol

from loom_memory_core import MemoryEntry, SearchHit, origins, searchable_text, taint, tokenize
from loom_memory_runtime import ChatModel, fence

from sentinel.alert import Alert, Verdict

TASK = """\
You watch a database. From the notes and the earlier alerts below, judge the newest alert: begin
with PAGE if somebody must get up now, else with NOTE, and go on with one or two sentences of
advice."""


class Judge(Protocol):
    """Says what an alert means."""

    def judge(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> Verdict:
        """The verdict on ``alert``.

        Args:
            alert: The newest one.
            hits: Notes, and what was learnt about the host.
            recent: What happened on the host in the last hour.
        """
        ...


class RuleJudge:
    """No model: it pages for an alert that came within the hour or is known to keep coming."""

    def judge(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> Verdict:
        """A page or a note, and the line that shares the most terms with the alert."""
        known = [hit.entry for hit in hits if hit.entry.role == "alert"]
        is_back = any(_is_of(entry, alert.check) for entry in [*recent, *known])
        asked = set(tokenize(alert.text))
        lines = [
            (hit, line) for hit in hits for line in searchable_text(hit.entry).splitlines()[1:]
        ]
        best = max(lines, key=lambda each: len(asked.intersection(tokenize(each[1]))), default=None)
        advice, sources = (
            ("Nothing is known.", ()) if best is None else (best[1], origins(best[0].entry))
        )
        return Verdict(urgency="page" if is_back else "note", advice=advice, sources=sources)


class ChatJudge:
    """A chat model, which gets notes and alerts fenced."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def judge(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> Verdict:
        """The model's verdict; without the word PAGE in front it is a note."""
        told = f"Notes:\n{fence(hits)}\n\nThe last hour:\n{fence(recent)}"
        asked = f"{told}\n\nThe newest alert, on {alert.host}:\n{fence([_entry(alert)])}"
        text = self._model.complete(
            [{"role": "system", "content": TASK}, {"role": "user", "content": asked}]
        )
        is_page = re.match(r"(?i)\W*PAGE\b", text) is not None
        advice = re.sub(r"(?i)^\W*(PAGE|NOTE)\b\W*", "", text)
        cited = dict.fromkeys(origin for hit in hits for origin in origins(hit.entry))
        return Verdict(urgency="page" if is_page else "note", advice=advice, sources=tuple(cited))


def _entry(alert: Alert) -> MemoryEntry:
    return MemoryEntry(content=taint(alert.text, origin=f"alerts/{alert.id}"))


def _is_of(entry: MemoryEntry, check: str) -> bool:
    return bool(entry.meta and entry.meta.get("check") == check)
