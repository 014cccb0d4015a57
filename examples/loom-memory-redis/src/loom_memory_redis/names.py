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
        """What the names of rows begin with; position, colon and key follow."""
        self.index = start + b"index"
        """The index, as RediSearch knows it: not a Redis key."""

    def list(self, key: str) -> bytes:
        """The list of one key."""
        return self._start + b"list:" + key.encode()
