"""A pydantic-ai message history over each backend, and real agents that go on from it."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from loom_conformance import OpenAiServer
from loom_memory_core import InvalidEntryError, InvalidKeyError, MemoryEntry, MemoryStore, opened
from loom_memory_runtime.adapters.pydantic_ai import MessageHistory
from openai import AsyncOpenAI
from pydantic_ai import (
    Agent,
    BinaryContent,
    ImageUrl,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.providers.openai import OpenAIProvider

MOMENT = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)

MESSAGES: list[ModelMessage] = [
    ModelRequest(
        parts=[
            SystemPromptPart("Be brief.", timestamp=MOMENT),
            UserPromptPart(
                [
                    "What is this? 日本\0",
                    BinaryContent(b"\x00\xff\x80", media_type="application/pdf"),
                    ImageUrl("https://example.invalid/tea.png"),
                ],
                timestamp=MOMENT,
            ),
        ],
        timestamp=MOMENT,
        instructions="Be kind.",
        metadata={"ticket": 7},
    ),
    ModelResponse(
        parts=[
            ThinkingPart("tea?", signature="abc"),
            ToolCallPart("stock", {"what": "tea", "most": 2.5}, tool_call_id="1"),
        ],
        model_name="any",
        timestamp=MOMENT,
    ),
    ModelRequest(
        parts=[
            ToolReturnPart("stock", {"boxes": [1, 2]}, tool_call_id="1", timestamp=MOMENT),
            ToolReturnPart("stock", "once more", tool_call_id="2", outcome="failed"),
        ]
    ),
    ModelResponse(parts=[TextPart("Two boxes of tea.")], timestamp=MOMENT),
]


@pytest.fixture
def history(store: MemoryStore) -> MessageHistory:
    return MessageHistory(store, "chat/ada")


def user(text: str) -> ModelRequest:
    return ModelRequest(parts=[UserPromptPart(text)])


def test_messages_come_back_as_they_were(history: MessageHistory, store: MemoryStore) -> None:
    history.append(MESSAGES[:1])
    history.append(MESSAGES[1:])
    history.append([])
    assert history.read() == MESSAGES
    entries = store.read("chat/ada")
    assert [entry.role for entry in entries] == ["request", "response"] * 2
    assert entries[0].timestamp == MOMENT
    assert entries[2].timestamp is None


def test_a_part_begins_with_what_a_user_said(history: MessageHistory) -> None:
    history.append([*MESSAGES, user("And coffee?"), MESSAGES[3], user("Thanks.")])
    assert len(history.read(limit=7)) == 7
    assert len(history.read(limit=100)) == 7
    assert history.read(limit=6) == history.read(limit=3) == history.read()[4:]
    assert history.read(limit=2) == history.read(limit=1) == history.read()[6:]
    assert history.read(limit=0) == []


def test_no_user_in_the_part_leaves_nothing(history: MessageHistory) -> None:
    history.append(MESSAGES)
    assert history.read(limit=2) == []


def test_histories_are_kept_apart(store: MemoryStore) -> None:
    one, other = MessageHistory(store, "chat/a"), MessageHistory(store, "chat/A")
    one.append(MESSAGES)
    other.append(MESSAGES)
    one.clear()
    assert one.read() == []
    assert other.read() == MESSAGES


def test_what_is_no_message_is_refused(history: MessageHistory, store: MemoryStore) -> None:
    with pytest.raises(InvalidKeyError):
        MessageHistory(store, "")
    with pytest.raises(ValueError, match="limit is -1"):
        history.read(limit=-1)
    store.append("chat/ada", [MemoryEntry(content="likes tea", id="7")])
    with pytest.raises(InvalidEntryError, match="entry '7' is none of pydantic-ai's"):
        history.read()


@pytest.mark.parametrize(
    "odd",
    [
        ModelRequest(parts=[ToolReturnPart("stock", object(), tool_call_id="1")]),
        ModelRequest(parts=[UserPromptPart("tea")], metadata={"of": object()}),
        ModelRequest(parts=[UserPromptPart("half \ud83c")]),
        ModelRequest(parts=[UserPromptPart("tea")], timestamp=MOMENT.replace(tzinfo=None)),
    ],
    ids=["tool", "metadata", "surrogate", "naive"],
)
def test_what_json_does_not_have_leaves_nothing(history: MessageHistory, odd: ModelMessage) -> None:
    with pytest.raises(InvalidEntryError):
        history.append([*MESSAGES, odd])
    assert history.read() == []


@pytest.mark.parametrize("wrong", ["tea", ["tea"], [{"kind": "request", "parts": []}]])
def test_only_messages_are_appended(history: MessageHistory, wrong: Any) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match=r"pass result\.new_messages\(\)"):
        history.append(wrong)
    assert history.read() == []


def test_an_agent_goes_on_with_the_conversation(history: MessageHistory) -> None:
    agent = Agent(TestModel(custom_output_text="Noted."))

    @agent.tool_plain
    def stock(what: str) -> str:
        return f"two boxes of {what}"

    async def talk() -> None:
        for text in ("I like tea", "What do I like?"):
            result = await agent.run(text, message_history=history.read())
            history.append(result.new_messages())
        messages = history.read()
        assert len(messages) == 6
        answer = await agent.run("And now?", message_history=messages)
        assert answer.all_messages()[:6] == messages

    asyncio.run(talk())


def test_a_model_is_sent_what_was_said(store: MemoryStore, openai_server: OpenAiServer) -> None:
    openai_server.reply("Noted.", "Green tea.")

    async def talk() -> list[str]:
        async with AsyncOpenAI(base_url=openai_server.url, api_key="sk-test") as client:
            provider = OpenAIProvider(openai_client=client)
            agent = Agent(OpenAIChatModel("any", provider=provider))
            said = []
            for text in ("I like green tea", "What do I like?"):
                history = MessageHistory(store, "chat/ada")
                before = await asyncio.to_thread(history.read)
                result = await agent.run(text, message_history=before)
                await asyncio.to_thread(history.append, result.new_messages())
                said.append(result.output)
            return said

    assert asyncio.run(talk()) == ["Noted.", "Green tea."]
    sent = openai_server.requests[-1].body["messages"]
    assert [each["content"] for each in sent] == ["I like green tea", "Noted.", "What do I like?"]


def test_two_processes_lose_and_mix_nothing(shared_url: str, together: Any) -> None:  # noqa: ANN401
    together("append_messages.py", ["left", 40], ["right", 40])
    with opened(shared_url) as store:
        messages = MessageHistory(store, "shared").read()
    texts = [str(message.parts[0].content) for message in messages]  # type: ignore[union-attr]
    turns = list(zip(texts[::2], texts[1::2], strict=True))
    assert all(asked.startswith(said) for asked, said in turns)
    for name in ("left", "right"):
        assert [a for a, _ in turns if a.startswith(name)] == [f"{name} {at}" for at in range(40)]
