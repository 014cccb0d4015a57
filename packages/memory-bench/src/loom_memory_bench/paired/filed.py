"""A conversation as knowledge: its sessions turn by turn, and its facts with their sources."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from loom_memory_core import MemoryStore
from loom_memory_knowledge import GivenFact, Knowledge, Passage, TurnName
from loom_memory_knowledge import Turn as SaidTurn

from loom_memory_bench.data.conversation import Conversation, Turn


class Filed(NamedTuple):
    """One conversation in a scope of its own."""

    knowledge: Knowledge
    turns: Mapping[str, str]
    """For the id of each turn's chunk, the turn's own."""

    passages: Mapping[str, Passage]
    """Each turn as a reader is given it, by its own id."""

    facts: Mapping[str, str]
    """For the id of each fact's chunk, its text."""


def file_conversation(store: MemoryStore, conversation: Conversation) -> Filed:
    """Put a conversation into a store, under ``user/<its id>``.

    Args:
        store: Any store that can hold knowledge.
        conversation: Its facts are those that the data ships, each with its turns.
    """
    knowledge = Knowledge(store, f"user/{conversation.id}")
    turns: dict[str, str] = {}
    passages: dict[str, Passage] = {}
    places: dict[str, TurnName] = {}
    for name, said in _sessions(conversation.turns).items():
        ticket = knowledge.add([_said(turn) for turn in said], session=name, item=name)
        turns |= dict(zip(ticket.turns, (turn.id for turn in said), strict=True))
        passages |= {
            turn.id: _passage(turn, ticket.session, chunk, scope=str(knowledge.scope))
            for chunk, turn in zip(ticket.turns, said, strict=True)
        }
        places |= {turn.id: TurnName(session=name, turn=at) for at, turn in enumerate(said)}
    given = [
        GivenFact.model_validate(
            {
                "text": fact.text,
                "class": "fact",
                "subject": fact.about or "Somebody",
                "type": "person",
                "sources": [places[each] for each in fact.sources],
            }
        )
        for fact in conversation.facts
        if fact.sources
    ]
    knowledge.import_facts(given)
    facts = {each.fact.id: str(each.fact.body.text) for each in knowledge.facts()}
    return Filed(knowledge, turns, passages, facts)


def _sessions(turns: Sequence[Turn]) -> dict[str, list[Turn]]:
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        found.setdefault(turn.session, []).append(turn)
    return found


def _said(turn: Turn) -> SaidTurn:
    role = turn.entry.role or "somebody"
    text = str(turn.entry.content).removeprefix(f"{role}: ")
    return SaidTurn(role, text, turn.entry.timestamp)


def _passage(turn: Turn, document: str, chunk: str, *, scope: str) -> Passage:
    said = _said(turn)
    return Passage(
        number=1,
        text=said.text,
        said_by=said.role,
        at=said.at,
        scope=scope,
        document=document,
        chunk=chunk,
    )
