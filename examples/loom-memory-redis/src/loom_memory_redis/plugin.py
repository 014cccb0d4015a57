"""The hook by which Loom finds the backend: it says what there is, and does no work.

There is no ``scratch``: a check needs a server, and which one may be written to is for its
owner to say, as in ``loom plugin check redis --url redis://localhost:6379/9``.
"""

from loom_memory_core import Backend, hookimpl

from loom_memory_redis.backend import open_redis
from loom_memory_redis.options import RedisOptions


@hookimpl
def loom_memory_backend() -> Backend[RedisOptions]:
    """Memory in Redis, as a backend."""
    return Backend(
        name="redis",
        options=RedisOptions,
        open=open_redis,
        summary="Memory in Redis: atomic lists, and search where the server has RediSearch.",
        contract="1.0",
        matching="terms",
        verbs=("replace", "search", "remove", "get", "keys", "close"),
    )
