"""Agent memory in a folder of JSON Lines files."""

from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.store import JsonlMemoryStore

__all__ = ["JsonlMemoryStore", "JsonlOptions"]
