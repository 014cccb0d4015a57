"""Facts that somebody else drew, imported with the turns that they name as their sources."""

from collections.abc import Sequence
from typing import NamedTuple

from loom_memory_core import Progress, no_progress

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.consolidation.extracted import Extracted
from loom_memory_knowledge.consolidation.harvesting import Harvest
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.writing.sessions import session_document


class TurnName(Part):
    """A turn, by the name of its session and its place in it."""

    session: str
    turn: int
    """Counted from 0."""


class GivenFact(Extracted):
    """A fact with its sources.

    Examples:
        >>> given = GivenFact.model_validate(
        ...     {"text": "x", "class": "fact", "sources": [{"session": "s1", "turn": 0}]}
        ... )
        >>> given.sources[0].session
        's1'
    """

    sources: tuple[TurnName, ...] = ()


class GivenReport(NamedTuple):
    """What became of facts that were imported."""

    written: int
    standing: int
    """Facts that were there already."""

    refused: tuple[str, ...]
    """Why others are not there."""


class GivenFacts:
    """Imports facts into one scope; the second time, nothing.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        harvest: Files the facts.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, harvest: Harvest) -> None:
        self._log = DocumentLog(store, scope)
        self._harvest = harvest

    def take(self, facts: Sequence[GivenFact], *, progress: Progress = no_progress) -> GivenReport:
        """File facts as harvested, each with verbatim quotes of the turns that it names.

        A fact that names a turn which is not there is refused, for it could not be traced back.
        """
        sessions: dict[str, dict[int, Chunk]] = {}
        written = standing = 0
        refused = []
        for done, fact in enumerate(facts, 1):
            for name in {each.session for each in fact.sources} - sessions.keys():
                sessions[name] = self._turns(name)
            missing = [each for each in fact.sources if each.turn not in sessions[each.session]]
            if missing or not fact.sources:
                refused.append(f"fact {done}: {_why(missing)}")
            else:
                turns = [sessions[each.session][each.turn] for each in fact.sources]
                new = self._harvest.file(_item(fact), fact, turns, cited=True).new
                written, standing = written + new, standing + (not new)
            progress(done, len(facts))
        return GivenReport(written, standing, tuple(refused))

    def _turns(self, session: str) -> dict[int, Chunk]:
        document = self._log.read(session_document(session))
        live = [] if document is None or document.gone else document.live
        return {int(each.body.ordinal): each for each in live if each.body.kind == "turn"}


def _why(missing: Sequence[TurnName]) -> str:
    if not missing:
        return "it names no turn that it was drawn from"
    return f"there is no turn {missing[0].turn} in session {missing[0].session!r}"


def _item(fact: GivenFact) -> str:
    return "given " + " ".join(f"{each.session}:{each.turn}" for each in fact.sources)
