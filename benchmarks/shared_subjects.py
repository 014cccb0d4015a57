"""Two users of one tenant: how often a subject is kept twice, and what both can read.

    python benchmarks/shared_subjects.py

Two agents remember the same facts about people, projects and organisations of their work, and
some of their own lives. First each writes into the scope of its own user. Then subjects are
placed: those that an agent declares shared are proposed, a curator adopts them, and from then on
the facts about them land in the tenant's scope. Nothing else differs. The corpus is our own.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from loom_memory_bench.table import table
from loom_memory_core import InMemoryStore, MemoryStore
from loom_memory_knowledge import AgentMemory, Grants, Knowledge, Subject
from pydantic import JsonValue

TENANT: Final = "tenant/acme"
USERS: Final = ("user/ada", "user/bob")

Declared = Literal["private", "shared"]


class Said(NamedTuple):
    """A fact that an agent is told, in the order in which both are told theirs."""

    user: str
    about: str
    text: str
    declared: Declared | None = None


_SHARED: Final = {
    "person:Zoe Kern": ("leads the platform team", "is on call on Fridays", "sits in Leeds"),
    "person:Max Roth": ("buys the hardware", "speaks French"),
    "project:Atlas": ("ships in May", "runs on db-7", "is written in Python"),
    "project:Beacon": ("was stopped in March", "used the old queue"),
    "organization:Globex": ("pays every quarter", "asked for an audit"),
    "location:Leeds": ("has the new office", "is closed on Mondays"),
}
_PRIVATE: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "user/ada": {"person:Ida": ("is Ada's daughter", "likes trains"), "object:Boat": ("leaks",)},
    "user/bob": {"person:Ida": ("is Bob's doctor",), "location:Bath": ("is where Bob grew up",)},
}


def corpus() -> list[Said]:
    """All that is said; of shared things some to both users and some to one."""
    said = [
        Said(user, about, f"{about.partition(':')[2]} {what}.", "shared")
        for about, facts in _SHARED.items()
        for at, what in enumerate(facts)
        for user in (USERS if at == 0 else USERS[at % 2 :][:1])
    ]
    return said + [
        Said(user, about, f"{about.partition(':')[2]} {what}.", "private")
        for user, subjects in _PRIVATE.items()
        for about, facts in subjects.items()
        for what in facts
    ]


class Measured(NamedTuple):
    """What came of one arm."""

    subjects: int
    """Documents of subjects, in all scopes."""

    between_users: int
    """Shared subjects that both users keep, each for itself."""

    with_tenant: int
    """Shared subjects that a user keeps beside the tenant: whoever spoke of it first does."""

    facts: int
    both: int
    """Facts that both users can read."""

    leaked: int
    """Private facts that the other user can read: there must be none."""

    reasons: tuple[tuple[str, int], ...]
    """Why facts are where they are, with how many."""


def measured(said: Sequence[Said], *, place: bool) -> Measured:
    """Let both agents remember what they are told, and count."""
    store = InMemoryStore()
    reasons: dict[str, int] = {}
    for each in said:
        scopes = (each.user, TENANT) if place else (each.user,)
        declared = each.declared if place else None
        memory = AgentMemory(store, Grants(scopes=scopes), decide=_at_once)
        placed = memory.remember(each.text, about=each.about, declared=declared)
        reason = placed.placement.reason
        reasons[reason] = reasons.get(reason, 0) + 1
        if placed.placement.propose:
            _curate(store, each.about)
    return _counted(store, said, reasons)


def _curate(store: MemoryStore, about: str) -> None:
    """A curator adopts what was proposed, and the next fact about it is shared."""
    grants = Grants(scopes=("agent/curator", TENANT), curator=True)
    AgentMemory(store, grants, decide=_at_once).adopt_subject(about)


def _counted(store: MemoryStore, said: Sequence[Said], reasons: dict[str, int]) -> Measured:
    scopes = {scope: Knowledge(store, scope) for scope in (*USERS, TENANT)}
    facts = sum(len(each.facts()) for each in scopes.values())
    kept = {(scope, name.subject) for scope, each in scopes.items() for name, _ in each.facts()}
    shared = {Subject.parse(about).key for about in _SHARED}
    homes = [{scope for scope, subject in kept if subject == each} for each in shared]
    both = scopes[TENANT].facts()
    private = {each.text for each in said if each.declared == "private"}
    leaked = sum(str(fact.body.text) in private for _, fact in both)
    return Measured(
        subjects=len(kept),
        between_users=sum(set(USERS) <= each for each in homes),
        with_tenant=sum(TENANT in each and len(each) > 1 for each in homes),
        facts=facts,
        both=len(both),
        leaked=leaked,
        reasons=tuple(sorted(reasons.items())),
    )


def _at_once(_name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
    return thunk()


def main() -> None:
    """Print both arms."""
    said = corpus()
    arms = {
        "each in its own scope": measured(said, place=False),
        "placed": measured(said, place=True),
    }
    fields = [name for name in Measured._fields if name != "reasons"]
    rows = [[name, *(str(getattr(arm, name)) for name in fields)] for name, arm in arms.items()]
    print(table(["", *(name.replace("_", " ") for name in fields)], rows))
    for name, arm in arms.items():
        print(f"\nWhy facts are where they are, {name}:")
        for reason, count in arm.reasons:
            print(f"  {count:3}  {reason}")


if __name__ == "__main__":
    main()
