"""What the Redis keys of one store are called."""


class Names:
    """Names that begin with the namespace, which holds no colon: no two stores share one.

    Args:
        namespace: Text without a colon.
    """

    def __init__(self, namespace: str) -> None:
        start = namespace.encode() + b":"
        self._start = start
        self.keys = start + b"keys"
        """The sorted set of the keys of all lists."""
        self.mark = start + b"mark"
        """Whether the store has rows of an index: absent, ``building`` or ``built``."""
        self.row = start + b"row:"
        """What the names of rows begin with; number, colon and key follow."""
        self.index = start + b"index"
        """The index, as RediSearch knows it: not a Redis key."""

    def list(self, key: str) -> bytes:
        """The sorted set of the numbers of one key's entries, in append order."""
        return self._start + b"list:" + key.encode()

    def data(self, key: str) -> bytes:
        """The hash of one key's elements, by number."""
        return self._start + b"data:" + key.encode()

    def ids(self, key: str) -> bytes:
        """The hash of the numbers that each id of one key has."""
        return self._start + b"ids:" + key.encode()

    def of(self, key: str) -> tuple[bytes, bytes, bytes]:
        """All three of one key."""
        return self.list(key), self.data(key), self.ids(key)
