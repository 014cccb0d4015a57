"""Agent memory in Redis lists."""

from loom_memory_redis.options import RedisOptions
from loom_memory_redis.store import RedisMemoryStore

__all__ = ["RedisMemoryStore", "RedisOptions"]
