"""A writer that dies at any of its store calls leaves nothing unfindable, and can be repeated."""

import pytest
from loom_memory_core import InMemoryStore, MemoryStore
from loom_memory_knowledge import Body, Chunk, Head, Knowledge, Turn
from store_faults import Act, count_calls, killed_at, said, unfindable

TEXT = "# db-7\n\nRuns on host alpha.\n\n## Fail over\n\nStop the primary.\n"
CHANGED = TEXT.replace("alpha", "beta").replace("## Fail over\n\nStop the primary.", "## New\n\nx")


def prepared() -> MemoryStore:
    """What was acknowledged before anything died."""
    store = InMemoryStore()
    knowledge = Knowledge(store, "user/ada")
    knowledge.import_markdown(TEXT, "/db-7")
    knowledge.remember("Ada is on call.", about="person:Ada")
    knowledge.remember("The pager is red.")
    knowledge.add([Turn("Ada", "It is down.")], session="s1")
    knowledge.remember("Ada drinks tea.", about="person:Ada", operation="old")
    knowledge.remember(
        "Ada drinks green tea.", about="person:Ada", also_about=["person:Zoe"], operation="new"
    )
    return store


def standing(knowledge: Knowledge) -> tuple[Chunk, Chunk]:
    """Two facts of one subject, the older one first."""
    facts = {
        str(each.fact.body.text): each.fact for each in knowledge.facts("person:Ada", past=True)
    }
    return facts["Ada drinks tea."], facts["Ada drinks green tea."]


def edit(knowledge: Knowledge) -> object:
    document = knowledge.tree.resolve("/db-7")
    chunk = knowledge.documents.chunks(document)[0]
    body = chunk.body.model_copy(update={"text": "Runs on host gamma."})
    return knowledge.documents.edit(document, chunk.id, body, revision=chunk.revision)


def create(knowledge: Knowledge) -> object:
    body = Body(kind="section", title="Guide", text="How to begin.", ordinal=0)
    return knowledge.documents.create(Head(title="Guide"), [body], path="/guide")


ACTS: dict[str, Act] = {
    "create": create,
    "edit": edit,
    "import": lambda knowledge: knowledge.import_markdown(CHANGED, "/db-7"),
    "retitle": lambda knowledge: knowledge.documents.retitle(
        knowledge.tree.resolve("/db-7"), "db-8"
    ),
    "move": lambda knowledge: knowledge.tree.mv("/db-7", "/runbooks/db-7"),
    "fact": lambda knowledge: knowledge.remember(
        "Bob manages Ada.", about="person:Bob", also_about=["person:Ada"], operation="o1"
    ),
    "second fact": lambda knowledge: knowledge.remember(
        "Ada likes tea.", about="person:Ada", operation="o2"
    ),
    "note": lambda knowledge: knowledge.remember("The drawer is green.", operation="o3"),
    "turns": lambda knowledge: knowledge.add(
        [Turn("Bob", "Which host?"), Turn("Ada", "Alpha.")], session="s1", item="i1"
    ),
    "new session": lambda knowledge: knowledge.add(
        [Turn("Bob", "Which host?")], session="s2", item="i2", infer=False
    ),
    "supersede": lambda knowledge: knowledge.supersede(*standing(knowledge)),
    "collapse": lambda knowledge: knowledge.collapse_facts(*standing(knowledge), dry_run=False),
    "erase": lambda knowledge: knowledge.erase("person:Zoe", dry_run=False),
    "delete": lambda knowledge: knowledge.documents.delete(knowledge.tree.resolve("/db-7")),
}


ONCE = {"delete", "erase", "collapse"}
"""What is refused the second time, for it is done."""


@pytest.mark.parametrize("name", ACTS)
def test_nothing_is_unfindable_after_a_kill_at_any_call(name: str) -> None:
    act = ACTS[name]
    for call in range(count_calls(prepared, act)):
        store = prepared()
        assert killed_at(store, call, act)
        assert unfindable(store) == [], f"killed before call {call}"


@pytest.mark.parametrize(
    "name", sorted(ACTS.keys() - {"delete", "move", "create", "collapse", "erase"})
)
def test_what_was_killed_can_be_repeated(name: str) -> None:
    act = ACTS[name]
    whole = prepared()
    act(Knowledge(whole, "user/ada"))
    for call in range(count_calls(prepared, act)):
        store = prepared()
        killed_at(store, call, act)
        act(Knowledge(store, "user/ada"))
        assert unfindable(store) == []
        assert said(store) == said(whole), f"killed before call {call}"


@pytest.mark.parametrize("name", sorted(ACTS.keys() - ONCE))
def test_nothing_is_unfindable_after_two_kills(name: str) -> None:
    act = ACTS[name]
    calls = count_calls(prepared, act)
    for call in range(calls):
        for second in range(calls):
            store = prepared()
            killed_at(store, call, act)
            killed_at(store, second, act)
            assert unfindable(store) == [], f"killed before {call}, then before {second}"


@pytest.mark.parametrize("name", ACTS)
def test_healing_after_a_kill_loses_nothing(name: str) -> None:
    act = ACTS[name]
    for call in range(count_calls(prepared, act)):
        store = prepared()
        killed_at(store, call, act)
        store.clear("loom/user/ada/lease")
        found = Knowledge(store, "user/ada").reindex(dry_run=False)
        assert found.missing == 0, f"killed before call {call}: more than surplus was left"
        assert found.surplus == 0
        assert unfindable(store) == []
