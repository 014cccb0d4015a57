"""A real graph of LangGraph that remembers through a Loom store, over a restart."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import InjectedStore, ToolNode
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
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


@tool
def note(what: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Keep something in mind."""
    store.put(("notes",), what[:10], {"text": what})
    return "noted"


@tool
async def look_up(what: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Find what was kept in mind."""
    return ", ".join(item.value["text"] for item in await store.asearch(("notes",), query=what))


def test_tools_are_handed_the_store(searching_store: MemoryStore) -> None:
    graph = StateGraph(MessagesState)
    graph.add_node("tools", ToolNode([note, look_up]))
    graph.add_edge(START, "tools")
    compiled = graph.compile(store=LoomStore(searching_store, "graph/notes"))

    async def called(name: str, what: str) -> str:
        call = {"name": name, "args": {"what": what}, "id": "1"}
        answer = await compiled.ainvoke({"messages": [AIMessage("", tool_calls=[call])]})
        return str(answer["messages"][-1].content)

    assert asyncio.run(called("note", "I like green tea")) == "noted"
    assert asyncio.run(called("look_up", "which tea?")) == "I like green tea"


def test_any_number_of_event_loops_share_it(searching_store: MemoryStore) -> None:
    memory = LoomStore(searching_store, "items")

    async def put_all(loop: int) -> list[str]:
        puts = (memory.aput((f"loop {loop}",), str(at), {"text": f"tea {at}"}) for at in range(10))
        await asyncio.gather(*puts)
        found = await memory.asearch((f"loop {loop}",), query="tea", limit=20)
        return sorted(item.key for item in found)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda loop: asyncio.run(put_all(loop)), range(4)))
    assert found == [[str(at) for at in range(10)]] * 4
