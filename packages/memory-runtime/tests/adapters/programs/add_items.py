"""Adds turns of two items to a session of the OpenAI Agents SDK, and takes some back."""

# ruff: noqa: T201 - a program talks to its parent

import asyncio
import json
import sys

from loom_memory_core import opened
from loom_memory_runtime.adapters.openai_agents import LoomSession

url, (name, number) = sys.argv[1], json.loads(sys.argv[2])


async def talk(session: LoomSession) -> None:
    for at in range(number):
        asked = {"role": "user", "content": f"{name} {at}"}
        said = {"role": "assistant", "content": f"{name} {at}"}
        await session.add_items([asked, said])  # type: ignore[list-item]  # the SDK's own shapes


with opened(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(talk(LoomSession("shared", store)))
print("done", flush=True)
