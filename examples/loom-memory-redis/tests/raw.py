"""A server as Redis itself shows it, beside the store that is tested."""

from urllib.parse import urlsplit

import redis


def client_of(url: str) -> redis.Redis:
    """A client that knows nothing of Loom."""
    port = urlsplit(url).port
    assert port
    return redis.Redis(port=port)
