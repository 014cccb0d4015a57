"""Appends runs of an agent of pydantic-ai to one history."""

# ruff: noqa: T201 - a program talks to its parent

import asyncio
import json
import sys

from loom_memory_core import opened
from loom_memory_runtime.adapters.pydantic_ai import MessageHistory
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel

url, (name, number) = sys.argv[1], json.loads(sys.argv[2])


async def talk(history: MessageHistory) -> None:
    agent = Agent(TestModel(custom_output_text=name))
    for at in range(number):
        history.append((await agent.run(f"{name} {at}")).new_messages())


with opened(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(talk(MessageHistory(store, "shared")))
print("done", flush=True)
