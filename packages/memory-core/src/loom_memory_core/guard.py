"""Whether a store is open, in the process that opened it."""

import os

from loom_memory_core.errors import StoreClosedError


class OpenGuard:
    """Refuses the verbs of a closed store, and those of a child that inherited it by fork.

    Args:
        name: What the store calls itself in the message.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._pid = os.getpid()
        self._closed = False

    def check(self) -> None:
        """Do nothing while the store is open.

        Raises:
            StoreClosedError: It was closed, or this is a forked child.
        """
        if self._closed:
            raise StoreClosedError(f"{self._name} is closed", hint="open the store again")
        if self._pid != os.getpid():
            raise StoreClosedError(
                f"{self._name} belongs to process {self._pid}; this is its forked child",
                hint="open a store of its own in each process",
            )

    def close(self) -> bool:
        """Mark the store as closed; whether this process may free what it holds."""
        first = not self._closed and self._pid == os.getpid()
        self._closed = True
        return first
