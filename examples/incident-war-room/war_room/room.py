"""The room: agents look at one incident at a time, each in an execution of its own."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from loom_memory_core import MemoryEntry, SearchHit, origins, taint
from loom_memory_runtime import Tier, TieredMemory
from pydantic import JsonValue

from war_room.incident import Finding, Incident, Plan
from war_room.mind import Mind


class Agent(NamedTuple):
    """Somebody with a task and a tier to recall from."""

    name: str
    tier: Tier
    task: str


AGENTS = (
    Agent("historian", "semantic", "Which past incident is this like, and what was its cause?"),
    Agent("operator", "procedural", "Which steps of the checklists come next? Give the commands."),
)

COMMAND = "You lead the incident. From the notes of your agents, say what is done next, in order."


class WarRoom:
    """Agents that share a memory.

    Args:
        memory: The tiers. Notes lie in the working tier under the incident and are gone after
            an hour; what was planned is episodic, under the service; what was learnt, semantic.
        mind: What the agents think with.
    """

    def __init__(self, memory: TieredMemory, mind: Mind) -> None:
        self._memory = memory
        self._mind = mind

    def respond(self, incident: Incident) -> Plan:
        """Let all agents look, at once, and decide on a plan from their notes.

        Each agent works in an execution of its own, so they never mix; and calling this again
        gives the same plan, without thinking again and without a second copy of a note.
        """
        with ThreadPoolExecutor(len(AGENTS)) as pool:
            notes = list(pool.map(lambda agent: self._investigate(agent, incident), AGENTS))
        return self._lead(incident, notes)

    def resolve(self, incident: Incident, resolution: str) -> None:
        """Write down what helped, and make it knowledge: the next historian will recall it.

        It is remembered once and promoted once, however often this is called and wherever an
        earlier call died.
        """
        service, origin = incident.services[0], f"incidents/{incident.id}"
        lesson = taint(f"{incident.id}: {incident.title}\n{resolution}", origin=origin)
        with self._memory.execution(f"{incident.id}/resolve") as run:
            learnt = run.remember("episodic", service, lesson, role="room")
            run.decide("promote", lambda: self._promoted(service, learnt))

    def _promoted(self, service: str, lesson: MemoryEntry) -> JsonValue:
        """Promoting again what a run that died has promoted changes nothing."""
        self._memory.runtime.promote("episodic", "semantic", service, [lesson])
        return lesson.id

    def _investigate(self, agent: Agent, incident: Incident) -> MemoryEntry:
        """The agent's note, which lies in the working tier, too, for whoever looks in."""
        with self._memory.execution(f"{incident.id}/{agent.name}") as run:
            hits = [
                hit
                for service in incident.services
                for hit in run.recall_relevant(agent.tier, service, incident.title, limit=1)
            ]
            found = run.decide("finding", lambda: self._found(agent, incident, hits))
            finding = Finding.model_validate(found)
            note = _tainted(finding.text, finding.sources)
            return run.remember("working", incident.id, note, role=agent.name)

    def _found(self, agent: Agent, incident: Incident, hits: Sequence[SearchHit]) -> JsonValue:
        return self._mind.find(agent.task, incident.title, hits).model_dump(mode="json")

    def _lead(self, incident: Incident, notes: Sequence[MemoryEntry]) -> Plan:
        """The plan, from the notes as the agents' executions have recorded them.

        Not from the working tier, which forgets them within the hour: a room that was broken
        off may be called again tomorrow.
        """
        with self._memory.execution(f"{incident.id}/commander") as run:
            text = run.decide("plan", lambda: self._mind.plan(COMMAND, incident.title, notes))
            sources = list(dict.fromkeys(origin for note in notes for origin in origins(note)))
            run.remember("episodic", incident.services[0], _tainted(str(text), sources))
            return Plan(str(text), tuple(sorted(sources)), run.replaying)


def _tainted(text: str, sources: Sequence[str]) -> JsonValue:
    """What is made of tainted passages carries every one of their origins."""
    value: JsonValue = text
    for source in reversed(sources):
        value = taint(value, origin=source)
    return value
