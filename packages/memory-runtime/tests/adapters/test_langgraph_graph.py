"""A real graph of LangGraph that remembers through a Loom store, over a restart."""

from pathlib import Path
from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from loom_memory_core import MemoryStore, opened
from loom_memory_runtime.adapters.langgraph import LoomStore


class Talk(TypedDict):
    """What goes through the graph."""

    said: str
    recalled: list[str]


def recall(state: Talk, runtime: Runtime[None]) -> dict[str, list[str]]:
    assert runtime.store is not None
    found = runtime.store.search(("users", "ada"), query=state["said"])
    return {"recalled": [item.value["text"] for item in found]}


def remember(state: Talk, runtime: Runtime[None]) -> dict[str, list[str]]:
    assert runtime.store is not None
    runtime.store.put(("users", "ada"), state["said"][:10], {"text": state["said"]})
    return {}


def talked(store: MemoryStore, said: str) -> list[str]:
    graph = StateGraph(Talk)
    graph.add_node("recall", recall)
    graph.add_node("remember", remember)
    graph.add_edge(START, "recall")
    graph.add_edge("recall", "remember")
    graph.add_edge("remember", END)
    compiled = graph.compile(store=LoomStore(store, "graph/memories"))
    answer = compiled.invoke({"said": said, "recalled": []})
    return list(answer["recalled"])


def test_a_graph_remembers_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'graph.db'}"
    with opened(url) as store:
        assert talked(store, "I like green tea") == []
    with opened(url) as store:
        assert talked(store, "which tea do I like?") == ["I like green tea"]
