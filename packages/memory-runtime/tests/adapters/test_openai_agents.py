"""A session of the OpenAI Agents SDK over each backend, and a real Runner that uses it."""

import asyncio
from typing import Any

import pytest
from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    RunConfig,
    Runner,
    Session,
    SessionSettings,
    function_tool,
)
from loom_conformance import OpenAiServer
from loom_memory_core import (
    InMemoryStore,
    InvalidEntryError,
    InvalidKeyError,
    MemoryStore,
    VerbUnsupportedError,
    opened,
)
from loom_memory_runtime.adapters.openai_agents import LoomSession
from openai import AsyncOpenAI

ITEMS: list[Any] = [
    {"role": "user", "content": "I like green tea"},
    {"type": "function_call", "call_id": "1", "name": "note", "arguments": '{"what": "tea"}'},
    {"type": "function_call_output", "call_id": "1", "output": ""},
    {"role": "assistant", "content": [{"type": "output_text", "text": "日本", "annotations": []}]},
]


@pytest.fixture
def session(store: MemoryStore) -> LoomSession:
    return LoomSession("ada", store)


@pytest.fixture
def removing_session(searching_store: MemoryStore) -> LoomSession:
    """One over a store that can remove an entry, as all can that can search."""
    return LoomSession("ada", searching_store)


def test_it_is_a_session(session: LoomSession) -> None:
    assert isinstance(session, Session)


def test_items_come_back_in_order(session: LoomSession, store: MemoryStore) -> None:
    async def talk() -> None:
        assert await session.get_items() == []
        await session.add_items(ITEMS[:1])
        await session.add_items(ITEMS[1:])
        await session.add_items([])
        assert await session.get_items() == ITEMS
        assert await session.get_items(2) == ITEMS[2:]
        assert await session.get_items(0) == []
        assert await session.get_items(10**9) == ITEMS

    asyncio.run(talk())
    entries = store.read("openai-agents/ada")
    assert [entry.role for entry in entries] == ["user", None, None, "assistant"]
    assert all(entry.timestamp for entry in entries)


def test_sessions_are_kept_apart(store: MemoryStore) -> None:
    async def talk() -> None:
        one, other = LoomSession("a", store), LoomSession("A", store)
        elsewhere = LoomSession("a", store, key="a/notes")
        for session in (one, other, elsewhere):
            await session.add_items(ITEMS[:1])
        await one.clear_session()
        assert await one.get_items() == []
        assert await other.get_items() == await elsewhere.get_items() == ITEMS[:1]

    asyncio.run(talk())


def test_the_newest_item_is_taken_back(removing_session: LoomSession) -> None:
    async def talk() -> None:
        await removing_session.add_items([*ITEMS, ITEMS[0], ITEMS[0]])
        assert [await removing_session.pop_item() for _ in range(3)] == [
            ITEMS[0],
            ITEMS[0],
            ITEMS[3],
        ]
        assert await removing_session.get_items() == ITEMS[:3]
        await removing_session.clear_session()
        assert await removing_session.pop_item() is None

    asyncio.run(talk())


def test_many_who_take_back_at_once_get_different_items(removing_session: LoomSession) -> None:
    async def talk() -> list[Any]:
        await removing_session.add_items([{"role": "user", "content": str(n)} for n in range(12)])
        return await asyncio.gather(*(removing_session.pop_item() for _ in range(14)))

    taken = asyncio.run(talk())
    assert sorted(int(each["content"]) for each in taken if each) == list(range(12))


def test_the_settings_limit_what_is_read(store: MemoryStore) -> None:
    async def talk() -> None:
        session = LoomSession("ada", store, session_settings=SessionSettings(limit=2))
        await session.add_items(ITEMS)
        assert await session.get_items() == ITEMS[2:]
        assert await session.get_items(3) == ITEMS[1:]
        session.session_settings = None
        assert await session.get_items() == ITEMS

    asyncio.run(talk())


def test_a_batch_that_is_not_json_leaves_nothing(session: LoomSession) -> None:
    async def talk() -> None:
        odd: list[Any] = [ITEMS[0], {"role": "user", "content": object()}]
        with pytest.raises(InvalidEntryError):
            await session.add_items(odd)
        assert await session.get_items() == []

    asyncio.run(talk())


def test_wrong_arguments_are_refused(store: MemoryStore) -> None:
    with pytest.raises(InvalidKeyError):
        LoomSession("x" * 2_000, store)
    with pytest.raises(TypeError, match=r"pass SessionSettings\(limit=\.\.\.\)"):
        LoomSession("ada", store, session_settings={"limit": 2})  # type: ignore[arg-type]  # wrong
    with pytest.raises(TypeError, match="session_id is None"):
        LoomSession(None, store)  # type: ignore[arg-type]  # the mistake
    with pytest.raises(ValueError, match="limit is -1"):
        asyncio.run(LoomSession("ada", store).get_items(-1))


@pytest.mark.parametrize("wrong", ["tea", ITEMS[0], [*ITEMS, []], [*ITEMS, ("role", "user")]])
def test_what_is_no_item_is_refused(session: LoomSession, wrong: Any) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match="an item is a mapping"):
        asyncio.run(session.add_items(wrong))
    assert asyncio.run(session.get_items()) == []


class ReplacingStore(InMemoryStore):
    """A store that rewrites lists and cannot remove from them."""

    remove = None  # type: ignore[assignment]  # so it is absent


def test_taking_back_needs_remove_or_replace(plain_store: MemoryStore) -> None:
    async def talk(session: LoomSession) -> Any:  # noqa: ANN401 - an item
        await session.add_items(ITEMS)
        return await session.pop_item()

    assert asyncio.run(talk(LoomSession("ada", ReplacingStore()))) == ITEMS[-1]
    with pytest.raises(VerbUnsupportedError, match="neither 'remove' nor 'replace'"):
        asyncio.run(talk(LoomSession("ada", plain_store)))


@function_tool
def stock(what: str) -> str:
    """How much there is of something."""
    return f"two boxes of {what}"


def test_a_runner_goes_on_with_the_conversation(
    store: MemoryStore, openai_server: OpenAiServer
) -> None:
    call = {"name": "stock", "arguments": '{"what": "tea"}'}
    calls = [{"id": "call-1", "type": "function", "function": call}]
    openai_server.reply({"content": None, "tool_calls": calls}, "Two boxes.", "Green tea.")

    async def talk() -> list[str]:
        async with AsyncOpenAI(base_url=openai_server.url, api_key="sk-test") as client:
            model = OpenAIChatCompletionsModel("any", client)
            agent = Agent(name="Butler", model=model, tools=[stock])
            config = RunConfig(tracing_disabled=True)
            said = []
            for text in ("I like green tea. How much is there?", "What do I like?"):
                session = LoomSession("ada", store)
                result = await Runner.run(agent, text, session=session, run_config=config)
                said.append(str(result.final_output))
            return said

    assert asyncio.run(talk()) == ["Two boxes.", "Green tea."]
    sent = openai_server.requests[-1].body["messages"]
    assert [each["role"] for each in sent] == ["user", "assistant", "tool", "assistant", "user"]
    assert sent[0]["content"] == "I like green tea. How much is there?"
    assert sent[2]["content"] == "two boxes of tea"
    assert len(store.read("openai-agents/ada")) == 6


def test_two_processes_lose_and_mix_nothing(shared_url: str, together: Any) -> None:  # noqa: ANN401
    together("add_items.py", ["left", 60], ["right", 60])
    with opened(shared_url) as store:
        items: list[Any] = asyncio.run(LoomSession("shared", store).get_items())
    turns = [(items[at]["content"], items[at + 1]["content"]) for at in range(0, len(items), 2)]
    assert all(asked == said for asked, said in turns)
    for name in ("left", "right"):
        own = [asked for asked, _ in turns if asked.startswith(name)]
        assert own == [f"{name} {at}" for at in range(60)]
