"""Whatever is done with conversations, Loom's store answers as pydantic-ai's own does."""

import asyncio
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore
from loom_memory_runtime.adapters.pydantic_ai_store import LoomConversationStore
from pydantic_ai import Conversation, ModelRequest, UserPromptPart
from pydantic_ai.conversation_store import (
    ConversationConflict,
    ConversationStore,
    InMemoryConversationStore,
)
from pydantic_ai.exceptions import UserError

NAMES = st.sampled_from(["a", "b", "c"])
PLACES = st.integers(-1, 5)
STEPS = st.one_of(
    st.tuples(st.just("say"), NAMES, st.lists(st.sampled_from("xyz"), max_size=3)),
    st.tuples(st.just("rewrite"), NAMES, PLACES),
    st.tuples(st.just("save a copy"), NAMES),
    st.tuples(st.just("fork"), NAMES, NAMES, PLACES),
    st.tuples(st.just("branch"), NAMES, PLACES),
    st.tuples(st.just("branch back"), NAMES),
    st.tuples(st.just("delete"), NAMES),
)


async def taken(chats: ConversationStore, step: tuple[Any, ...]) -> object:
    """What a step gives, or the kind of error that it raises."""
    try:
        return await done(chats, *step)
    except (ConversationConflict, UserError) as error:
        return type(error)


async def done(chats: ConversationStore, verb: str, name: str, *rest: Any) -> object:  # noqa: ANN401
    loaded = await chats.load(name) or Conversation(conversation_id=name)
    match verb:
        case "say":
            loaded.messages += [ModelRequest(parts=[UserPromptPart(text)]) for text in rest[0]]
            return len(await chats.save(loaded))
        case "rewrite":
            again = Conversation(conversation_id=name, revision=loaded.revision)
            again.messages = loaded.messages[: rest[0]]
            return len(await chats.save(again))
        case "save a copy":
            return len(await chats.save(Conversation(conversation_id=name)))
        case "fork":
            return texts(await chats.fork(name, at=rest[1], new_conversation_id=rest[0]))
        case "branch" | "branch back":
            where = {"at": rest[0]} if rest else {"from_entry": await left(chats, name)}
            return texts(await chats.branch(name, expected_revision=loaded.revision, **where))
    await chats.delete(name)
    return None


async def left(chats: ConversationStore, name: str) -> str:
    """The end of the branch that a conversation has left last."""
    record = await chats.read_record(name)
    return record.branches[-1] if record and record.branches else "no such message"


def texts(conversation: Conversation) -> list[str]:
    return [str(message.parts[0].content) for message in conversation.messages]  # type: ignore[union-attr]


async def held(chats: ConversationStore) -> list[object]:
    """What is stored, without the ids that differ."""
    records = await chats.list_conversations()
    loaded = [await chats.load(record.conversation_id) for record in records]
    return [
        (record.conversation_id, record.forked_from, len(record.branches), texts(each))
        for record, each in zip(records, loaded, strict=True)
        if each
    ]


@given(steps=st.lists(STEPS, max_size=15))
def test_it_answers_as_the_peer_s_own_store(steps: list[tuple[Any, ...]]) -> None:
    async def story() -> None:
        ours, theirs = LoomConversationStore(InMemoryStore(), "k"), InMemoryConversationStore()
        for step in steps:
            assert await taken(ours, step) == await taken(theirs, step)
            assert await held(ours) == await held(theirs)
            await ours.prune()

    asyncio.run(story())
