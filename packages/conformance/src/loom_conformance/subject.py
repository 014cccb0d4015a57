"""A handle on the store under test that remembers what was asked of it."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Protocol, TypeAlias

from loom_memory_core import (
    OPTIONAL_VERBS,
    REQUIRED_VERBS,
    MemoryEntry,
    MemoryStore,
    SearchHit,
    StoreInfo,
    supports,
)

from loom_conformance.expect import BrokenPromiseError
from loom_conformance.script import Script, Step
from loom_conformance.source import python

VERBS: Final = (*REQUIRED_VERBS, *OPTIONAL_VERBS)

Refusals: TypeAlias = type[Exception] | tuple[type[Exception], ...]


class StoreFactory(Protocol):
    """Opens the same store each time it is called within a test."""

    def __call__(self) -> MemoryStore:
        """Open it."""
        ...


class Subject:
    """Every verb of one open store, passed on as it is and written down.

    Args:
        raw: The store itself.
        script: Where the calls are written down.
        name: What the store is called there.
    """

    def __init__(self, raw: MemoryStore, script: Script, name: str = "store") -> None:
        self.raw = raw
        self._script = script
        self._name = name

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that the store has, required ones first."""
        return tuple(verb for verb in VERBS if supports(self.raw, verb))

    def call(self, verb: str, /, *args: object, **options: object) -> Any:  # noqa: ANN401 - wrong calls too
        """Call any verb with anything."""
        self._script.add(Step(self._name, verb, args, options))
        return getattr(self.raw, verb)(*args, **options)

    def refuses(self, error: Refusals, verb: str, /, *args: object, **options: object) -> None:
        """Call a verb that must raise ``error``.

        Raises:
            BrokenPromiseError: It returned, or raised something else.
        """
        try:
            result = self.call(verb, *args, **options)
        except error:
            return
        except Exception as other:
            raise BrokenPromiseError(_names(error), f"{_raised(other)}") from other
        raise BrokenPromiseError(_names(error), f"no error, and {python(result)}")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """The verb."""
        self.call("append", key, entries)

    def read(self, key: str, **options: int | None) -> list[MemoryEntry]:
        """The verb."""
        return self.call("read", key, **options)  # type: ignore[no-any-return]  # equal() looks at the type

    def clear(self, key: str) -> None:
        """The verb."""
        self.call("clear", key)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], **options: Sequence[str] | None
    ) -> None:
        """The verb."""
        self.call("replace", key, entries, **options)

    def search(self, key: str, query: str, **options: int) -> list[SearchHit]:
        """The verb."""
        return self.call("search", key, query, **options)  # type: ignore[no-any-return]

    def remove(self, key: str, ids: Collection[str]) -> int:
        """The verb."""
        return self.call("remove", key, ids)  # type: ignore[no-any-return]

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """The verb."""
        return self.call("get", key, ids)  # type: ignore[no-any-return]

    def keys(self, *prefix: str) -> Iterator[str]:
        """The verb."""
        return self.call("keys", *prefix)  # type: ignore[no-any-return]

    def inspect(self, **options: bool) -> StoreInfo:
        """The verb."""
        return self.call("inspect", **options)  # type: ignore[no-any-return]

    def close(self) -> None:
        """The verb."""
        self.call("close")


def _names(error: Refusals) -> str:
    errors = error if isinstance(error, tuple) else (error,)
    return " or ".join(each.__name__ for each in errors)


def _raised(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:300]}"
