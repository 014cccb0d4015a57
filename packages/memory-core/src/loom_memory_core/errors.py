"""Every error Loom raises on purpose: what failed in the message, what to do in the hint.

LoomError
├── InvalidEntryError        an entry cannot be stored; also a ValueError
├── InvalidKeyError          a key breaks the rules for keys; also a ValueError
├── VerbUnsupportedError     the store lacks an optional verb; also a NotImplementedError
│   └── SearchUnsupportedError   the verb it lacks is search
├── ConflictError            the list changed since the caller read it; also a RuntimeError
├── CorruptEntryError        a stored row cannot be parsed; also a ValueError
├── StoreClosedError         the store was closed, or belongs to a parent process; also a ValueError
├── StoreWriteError          nothing was written: disk full, quota, lock; also an OSError
├── ReadOnlyStoreError       the store was opened for reading; also a PermissionError
├── BackendNotFoundError     no installed backend serves the scheme; also a LookupError
├── BackendLoadError         an installed plugin failed to load; also an ImportError
├── BackendUnavailableError  the database did not answer; also a ConnectionError
├── InvalidOptionsError      a URL or an option cannot be used; also a ValueError and a TypeError
├── MigrationError           the stored schema and this program do not fit; also a RuntimeError
├── ContractMismatchError    built for another contract version; also a RuntimeError
├── EmbeddingMismatchError   another embedding space; also a ValueError
└── IndexMismatchError       the handle lacks an index that the store carries; also a RuntimeError
"""

from typing import ClassVar, Literal


class LoomError(Exception):
    """Base of every error this ecosystem raises on purpose.

    Args:
        message: What failed and why, with the offending value.
        hint: What the reader can do about it.

    Examples:
        >>> from loom_memory_core import MemoryEntry
        >>> try:
        ...     MemoryEntry(content={"seen": {1, 2}})
        ... except LoomError as error:
        ...     print(error.message, error.code, sep="; ")
        content.seen is a set, which JSON does not have; invalid-entry
    """

    code: ClassVar[str] = "loom-error"
    """Names the error's paragraph in ``docs/reference/errors.md``."""

    hint: str
    """What to do about it."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint

    @property
    def message(self) -> str:
        """What failed and why, without the hint."""
        return str(self.args[0])

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint} [{self.code}]"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.args, dict(self.__dict__))


def _restore(cls: type[LoomError], args: tuple[str, ...], state: dict[str, object]) -> LoomError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class InvalidEntryError(LoomError, ValueError):
    """An entry cannot be stored: it is not JSON, or a field breaks its rule."""

    code = "invalid-entry"


class InvalidKeyError(LoomError, ValueError):
    """A key is empty, too long, or holds a character that keys cannot hold."""

    code = "invalid-key"


class VerbUnsupportedError(LoomError, NotImplementedError):
    """The store does not have an optional verb that the caller needs."""

    code = "verb-unsupported"


class SearchUnsupportedError(VerbUnsupportedError):
    """The store does not have the verb ``search``."""

    code = "search-unsupported"


class ConflictError(LoomError, RuntimeError):
    """The stored list is not the one the caller read; nothing was written."""

    code = "conflict"


class CorruptEntryError(LoomError, ValueError):
    """A stored row cannot be parsed; the other keys are unhurt.

    Args:
        key: The key whose list holds the row.
        position: Its place in the list, counted from 0 in append order.
        reason: Why it cannot be parsed.
    """

    code = "corrupt-entry"

    key: str
    position: int

    def __init__(self, key: str, position: int, *, reason: str = "it cannot be parsed") -> None:
        super().__init__(
            f"entry {position} of key {key!r} is corrupt: {reason}",
            hint="`loom memory repair` sets such rows aside; "
            "`loom memory dump --skip-corrupt` saves the rest",
        )
        self.key = key
        self.position = position


class StoreClosedError(LoomError, ValueError):
    """A verb was called on a closed store, or in a forked child."""

    code = "store-closed"


class StoreWriteError(LoomError, OSError):
    """The store could not write, and nothing was written."""

    code = "store-write"


class ReadOnlyStoreError(LoomError, PermissionError):
    """A writing verb was called on a store that was opened for reading."""

    code = "read-only-store"


class BackendNotFoundError(LoomError, LookupError):
    """No installed backend serves the scheme of a URL."""

    code = "backend-not-found"


class BackendLoadError(LoomError, ImportError):
    """An installed backend, or a library it needs, failed to load."""

    code = "backend-load"


class BackendUnavailableError(LoomError, ConnectionError):
    """The database behind the store did not answer.

    Args:
        message: What failed and why.
        hint: What to do about it.
        outcome: ``"not written"`` when a retry is safe, ``"unknown"`` when the
            connection was lost while a transaction was being committed.
    """

    code = "backend-unavailable"

    outcome: Literal["not written", "unknown"]

    def __init__(
        self,
        message: str,
        *,
        hint: str,
        outcome: Literal["not written", "unknown"] = "not written",
    ) -> None:
        super().__init__(message, hint=hint)
        self.outcome = outcome


class InvalidOptionsError(LoomError, ValueError, TypeError):
    """A URL or an option cannot be used as it is."""

    code = "invalid-options"


class MigrationError(LoomError, RuntimeError):
    """The stored schema cannot be used by this program."""

    code = "migration"


class ContractMismatchError(LoomError, RuntimeError):
    """A backend was built for another major version of the contract."""

    code = "contract-mismatch"


class EmbeddingMismatchError(LoomError, ValueError):
    """A store holds vectors of another embedding space; nothing was written."""

    code = "embedding-mismatch"


class IndexMismatchError(LoomError, RuntimeError):
    """A store has an index that this handle lacks, or lacks one it needs."""

    code = "index-mismatch"
