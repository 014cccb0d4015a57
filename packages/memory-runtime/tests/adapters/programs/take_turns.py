"""Takes turns in one conversation of pydantic-ai, again where another process came between."""

# ruff: noqa: T201 - a program talks to its parent

import asyncio
import json
import sys

from loom_memory_core import opened
from loom_memory_runtime.adapters.pydantic_ai_store import LoomConversationStore
from pydantic_ai import Agent, Conversation
from pydantic_ai.conversation_store import ConversationConflict
from pydantic_ai.models.test import TestModel

url, (name, number) = sys.argv[1], json.loads(sys.argv[2])


async def turn(chats: LoomConversationStore, text: str) -> None:
    while True:
        before = await chats.load("shared") or Conversation(conversation_id="shared")
        result = await Agent(TestModel(custom_output_text=name)).run(text, conversation=before)
        try:
            await chats.save(result)
        except ConversationConflict:
            continue
        return


async def talk(chats: LoomConversationStore) -> None:
    for at in range(number):
        await turn(chats, f"{name} {at}")


with opened(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(talk(LoomConversationStore(store, "chats")))
print("done", flush=True)
