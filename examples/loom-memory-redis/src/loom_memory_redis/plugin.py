"""The hook by which Loom finds the backend: it says what there is, and does no work.

There is no ``scratch``: a check needs a server, and which one may be written to is for its
owner to say, as in ``loom plugin check redis --url redis://localhost:6379/9``.
"""

from loom_memory_core import Backend, hookimpl

from loom_memory_redis.options import RedisOptions
from loom_memory_redis.store import RedisMemoryStore


@hookimpl
def loom_memory_backend() -> Backend[RedisOptions]:
    """Memory in Redis, as a backend."""
    return Backend(
        name="redis",
        options=RedisOptions,
        open=RedisMemoryStore,
        summary="Memory in Redis: a list for each key, written by atomic scripts.",
        contract="1.0",
        matching="terms",
        verbs=("replace", "keys", "close"),
    )
