"""Which store a server gets: one with ``search`` exactly where the server can search."""

from loom_memory_redis.connection import Server
from loom_memory_redis.options import RedisOptions
from loom_memory_redis.store import RedisListStore, RedisMemoryStore
from loom_memory_redis.word_index import has_redisearch


def open_redis(options: RedisOptions) -> RedisListStore:
    """The store that ``options`` name; without ``search`` where the server lacks RediSearch.

    Raises:
        BackendUnavailableError: The server does not answer, or has RediSearch and refuses to
            keep an index.
    """
    server = Server(options)
    try:
        if options.wants_index and has_redisearch(server):
            return RedisMemoryStore(server)
    except BaseException:
        server.client.close()
        raise
    return RedisListStore(server)
