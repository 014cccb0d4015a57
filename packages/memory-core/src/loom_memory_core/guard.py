"""Whether a store is open, in the process that opened it."""

import os

from loom_memory_core.errors import StoreClosedError


class OpenGuard:
    """Refuses the verbs of a closed store, and those of a forked child.

    A child that inherits a store by fork would share its connections with the parent.

    Args:
        name: What the store calls itself in the message.

    Examples:
        >>> guard = OpenGuard("AcmeStore")
        >>> guard.check()
        >>> guard.close(), guard.close()
        (True, False)
        >>> guard.check()
        Traceback (most recent call last):
            ...
        loom_memory_core.errors.StoreClosedError: AcmeStore is closed
          hint: open the store again [store-closed]
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
        """Mark the store as closed.

        Returns:
            Whether the caller has to free what the store holds: true at the first
            call, in the process that opened it.
        """
        first = not self._closed and self._pid == os.getpid()
        self._closed = True
        return first
