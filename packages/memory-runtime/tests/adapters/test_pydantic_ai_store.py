"""A pydantic-ai conversation store over each backend: what its own in-memory store does."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from loom_memory_core import (
    InMemoryStore,
    InvalidEntryError,
    InvalidKeyError,
    MemoryEntry,
    MemoryStore,
    VerbUnsupportedError,
    opened,
)
from loom_memory_runtime.adapters.pydantic_ai_store import LoomConversationStore
from pydantic_ai import (
    Agent,
    Conversation,
    DeferredToolRequests,
    ModelRequest,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.conversation_store import ConversationConflict, ConversationStore
from pydantic_ai.models.test import TestModel

AGENT = Agent(TestModel(custom_output_text="Noted."))


@pytest.fixture
def chats(searching_store: MemoryStore) -> LoomConversationStore:
    return LoomConversationStore(searching_store, "chats")


async def talk(chats: ConversationStore, text: str, name: str = "ada") -> Conversation:
    """One turn of a conversation, loaded before and saved after."""
    before = await chats.load(name) or Conversation(conversation_id=name)
    result = await AGENT.run(text, conversation=before)
    await chats.save(result, scope=f"of {name}")
    return result.conversation


def said(conversation: Conversation | None) -> list[str]:
    """What the user said."""
    assert conversation is not None
    parts = [part for message in conversation.messages for part in message.parts]
    return [str(part.content) for part in parts if isinstance(part, UserPromptPart)]


def test_a_conversation_goes_on_after_a_restart(shared_url: str) -> None:
    for text in ("I like tea", "And coffee", "What do I like?"):
        with opened(shared_url) as store:
            asyncio.run(talk(LoomConversationStore(store, "chats"), text))
    with opened(shared_url) as store:
        conversation = asyncio.run(LoomConversationStore(store, "chats").load("ada"))
        assert said(conversation) == ["I like tea", "And coffee", "What do I like?"]
        assert conversation is not None
        assert conversation.usage.requests == 3
        assert len(store.read("chats/messages")) == 6
        assert len(store.read("chats/records/ada")) == 1


def test_a_window_is_the_newest_part(chats: LoomConversationStore) -> None:
    async def story() -> None:
        for text in ("a", "b", "c"):
            await talk(chats, text)
        assert said(await chats.load("ada", limit=3)) == ["c"]
        assert said(await chats.load("ada", limit=0)) == []
        part = await chats.load("ada", limit=2)
        assert part is not None
        await chats.save(await AGENT.run("d", conversation=part))
        assert said(await chats.load("ada")) == ["a", "b", "c", "d"]

    asyncio.run(story())


def test_one_who_saves_an_old_copy_is_told(
    chats: LoomConversationStore, searching_store: MemoryStore
) -> None:
    async def story() -> None:
        await talk(chats, "I like tea")
        one, other = await chats.load("ada"), await chats.load("ada")
        await chats.save(await AGENT.run("one", conversation=one))
        with pytest.raises(ConversationConflict):
            await chats.save(await AGENT.run("other", conversation=other))
        with pytest.raises(ConversationConflict):
            await chats.save(Conversation(conversation_id="ada"))
        assert said(await chats.load("ada")) == ["I like tea", "one"]

    asyncio.run(story())
    assert len(searching_store.read("chats/messages")) == 4


def test_many_at_once_lose_nothing(chats: LoomConversationStore) -> None:
    async def turn(text: str) -> None:
        while True:
            try:
                await talk(chats, text)
            except ConversationConflict:
                continue
            return

    async def story() -> list[str]:
        await asyncio.gather(*(turn(str(n)) for n in range(5)))
        return said(await chats.load("ada"))

    assert sorted(asyncio.run(story())) == ["0", "1", "2", "3", "4"]


def test_two_processes_lose_nothing(shared_url: str, together: Any) -> None:  # noqa: ANN401
    together("take_turns.py", ["left", 15], ["right", 15])
    with opened(shared_url) as store:
        found = said(asyncio.run(LoomConversationStore(store, "chats").load("shared")))
    for name in ("left", "right"):
        own = [text for text in found if text.startswith(name)]
        assert own == [f"{name} {at}" for at in range(15)]


def test_forks_share_and_branches_are_kept(
    chats: LoomConversationStore, searching_store: MemoryStore
) -> None:
    async def story() -> None:
        await talk(chats, "a")
        whole = await talk(chats, "b")
        await chats.fork("ada", at=2, new_conversation_id="fork", scope="of fork")
        await talk(chats, "c", "fork")
        entries = await chats.load_entries("ada")
        assert entries is not None
        await chats.branch("ada", at=2, expected_revision=whole.revision)
        await talk(chats, "d")
        assert said(await chats.load("fork")) == ["a", "c"]
        assert said(await chats.load("ada")) == ["a", "d"]
        assert len(searching_store.read("chats/messages")) == 8
        record = await chats.read_record("ada")
        assert record is not None
        assert record.branches == [entries[-1].id]
        assert await chats.prune() == 0
        back = await chats.branch(
            "ada", from_entry=entries[-1].id, expected_revision=record.revision
        )
        assert said(back) == ["a", "b"]

    asyncio.run(story())


def test_deleted_messages_stay_until_they_are_pruned(
    chats: LoomConversationStore, searching_store: MemoryStore
) -> None:
    async def story() -> None:
        await talk(chats, "a")
        await talk(chats, "b")
        await chats.fork("ada", at=2, new_conversation_id="fork")
        await chats.delete("ada", scope="of another")
        assert said(await chats.load("ada")) == ["a", "b"]
        await chats.delete("ada")
        await chats.delete("ada")
        assert await chats.load("ada") is None
        assert len(searching_store.read("chats/messages")) == 4
        assert (await chats.prune(), await chats.prune()) == (2, 0)
        assert said(await chats.load("fork")) == ["a"]
        assert said(await talk(chats, "anew")) == ["anew"]

    asyncio.run(story())


def test_a_fork_of_what_was_pruned_is_a_conflict(chats: LoomConversationStore) -> None:
    async def story() -> None:
        await talk(chats, "a")
        record = await chats.read_record("ada")
        assert record is not None
        await chats.delete("ada")
        await chats.prune()
        with pytest.raises(ConversationConflict):
            await chats.write_record(record, expected_revision=None)
        with pytest.raises(LookupError, match="is not in 'chats/messages'"):
            await chats.read_entry(str(record.head_id))

    asyncio.run(story())


def test_conversations_are_listed_newest_first(chats: LoomConversationStore) -> None:
    async def story() -> None:
        for name in ("a/b", "日本", "a%2Fb", "", "a/b"):
            await talk(chats, "x", name)
        names = [each.conversation_id for each in await chats.list_conversations()]
        assert names == ["a/b", "", "a%2Fb", "日本"]
        newest = await chats.list_conversations(limit=1)
        assert [each.conversation_id for each in newest] == ["a/b"]
        of_one = await chats.list_conversations(scope="of 日本")
        assert [each.conversation_id for each in of_one] == ["日本"]
        assert said(await chats.load("a/b")) == ["x", "x"]

    asyncio.run(story())


def test_a_paused_run_is_kept(chats: LoomConversationStore) -> None:
    agent = Agent(TestModel(), output_type=[str, DeferredToolRequests])

    @agent.tool_plain(requires_approval=True)
    def drink(what: str) -> str:
        return what

    async def story() -> None:
        result = await agent.run("Drink", conversation=Conversation(conversation_id="ada"))
        await chats.save(result)
        loaded = await chats.load("ada")
        assert loaded is not None
        assert loaded.deferred_tool_requests is not None
        assert loaded.deferred_tool_requests.approvals[0].tool_name == "drink"
        assert loaded == result.conversation

    asyncio.run(story())


class DyingStore(InMemoryStore):
    """A store whose process dies before a record is replaced."""

    dies = False

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        if self.dies:
            raise KeyboardInterrupt
        super().replace(key, entries, expected=expected)


def test_a_crash_leaves_the_old_conversation_and_nothing_that_counts() -> None:
    store = DyingStore()
    chats = LoomConversationStore(store, "chats")
    asyncio.run(talk(chats, "a"))
    loaded = asyncio.run(chats.load("ada"))
    store.dies = True
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(talk(chats, "b"))
    store.dies = False
    assert asyncio.run(chats.load("ada")) == loaded
    assert said(asyncio.run(talk(chats, "c"))) == ["a", "c"]
    assert asyncio.run(chats.prune()) == 2
    assert said(asyncio.run(chats.load("ada"))) == ["a", "c"]


def test_replace_is_enough_to_load_and_save(store_with: Any) -> None:  # noqa: ANN401
    chats = LoomConversationStore(store_with("replace"), "chats")

    async def story() -> None:
        await talk(chats, "a")
        copy = await chats.load("ada")
        await talk(chats, "b")
        with pytest.raises(ConversationConflict):
            await chats.save(await AGENT.run("c", conversation=copy))
        assert said(await chats.load("ada")) == ["a", "b"]
        with pytest.raises(VerbUnsupportedError, match="keys"):
            await chats.list_conversations()
        with pytest.raises(VerbUnsupportedError, match="remove"):
            await chats.prune()

    asyncio.run(story())


def test_a_record_needs_replace(plain_store: MemoryStore) -> None:
    with pytest.raises(VerbUnsupportedError, match="replace"):
        LoomConversationStore(plain_store, "chats")


def test_what_cannot_be_kept_is_refused(
    chats: LoomConversationStore, searching_store: MemoryStore
) -> None:
    odd = ModelRequest(parts=[ToolReturnPart("stock", object(), tool_call_id="1")])
    with pytest.raises(InvalidEntryError, match="a request cannot be written as JSON"):
        asyncio.run(chats.save(Conversation(conversation_id="ada", messages=[odd])))
    assert asyncio.run(chats.load("ada")) is None
    with pytest.raises(InvalidKeyError):
        asyncio.run(chats.load("x" * 2_000))
    searching_store.append("chats/records/eve", [MemoryEntry(content="likes tea")])
    with pytest.raises(InvalidEntryError, match="the record 'chats/records/eve' is none"):
        asyncio.run(chats.load("eve"))
