"""Agent memory in Redis lists."""

from loom_memory_redis.backend import open_redis
from loom_memory_redis.options import RedisOptions
from loom_memory_redis.store import RedisListStore, RedisMemoryStore

__all__ = ["RedisListStore", "RedisMemoryStore", "RedisOptions", "open_redis"]
