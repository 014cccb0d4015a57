"""Saboteurs of options and other arguments: coerced, guessed, or swallowed."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from loom_memory_core import MemoryEntry, SearchHit, StoreInfo

from loom_conformance.saboteurs.honest import HonestStore

VERBS = ("append", "read", "clear", "replace", "search", "remove", "get", "keys", "inspect")


class CoercesLimits(HonestStore):
    """Makes an integer of a limit: of "3", of 2.0, of True."""

    caught_by = ("read.wrong-types", "search.wrong-types")

    def read(self, key: str, *, limit: Any = None) -> list[MemoryEntry]:  # noqa: ANN401
        return super().read(key, limit=limit if limit is None else int(limit))

    def search(self, key: str, query: str, *, limit: Any = 10) -> list[SearchHit]:  # noqa: ANN401
        return super().search(key, query, limit=int(limit))


class TrueIsOne(HonestStore):
    """Takes True for a limit of one, as Python does."""

    caught_by = ("read.wrong-types", "search.wrong-types")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=1 if limit is True else limit)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, query, limit=1 if limit is True else limit)


class SearchesWithoutLimit(HonestStore):
    """Takes a limit of None for all, in search too."""

    caught_by = ("search.wrong-types",)

    def search(self, key: str, query: str, *, limit: int | None = 10) -> list[SearchHit]:
        return super().search(key, query, limit=10**9 if limit is None else limit)


class CoercesQueries(HonestStore):
    """Makes text of whatever is searched for."""

    caught_by = ("search.wrong-types",)

    def search(self, key: str, query: object, *, limit: int = 10) -> list[SearchHit]:
        return super().search(key, str(query), limit=limit)


class BareIds(HonestStore):
    """Takes one id for a list of one."""

    caught_by = ("remove.wrong-types", "get.wrong-types")

    def remove(self, key: str, ids: Collection[str]) -> int:
        return super().remove(key, [ids] if isinstance(ids, str) else ids)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return super().get(key, [ids] if isinstance(ids, str) else ids)


class CoercesIds(HonestStore):
    """Makes text of ids that are numbers, bytes or nothing."""

    caught_by = ("remove.wrong-types", "get.wrong-types")

    def remove(self, key: str, ids: Collection[object]) -> int:
        return super().remove(key, [*map(str, ids)] if isinstance(ids, list) else ids)  # type: ignore[arg-type]

    def get(self, key: str, ids: Collection[object]) -> list[MemoryEntry]:
        return super().get(key, [*map(str, ids)] if isinstance(ids, list) else ids)  # type: ignore[arg-type]


class SpelledExpectation(HonestStore):
    """Takes one text for the ids that a caller expects, a letter each."""

    caught_by = ("replace.wrong-types",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        letters = list(expected) if isinstance(expected, str) else expected
        super().replace(key, entries, expected=letters)


class UnorderedExpectation(HonestStore):
    """Takes a set for the ids that a caller expects, in an order."""

    caught_by = ("replace.wrong-types",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Collection[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected if expected is None else sorted(expected))


class AnyPrefix(HonestStore):
    """Takes no prefix for the empty one."""

    caught_by = ("keys.wrong-types",)

    def keys(self, prefix: str | None = "") -> Iterator[str]:
        return super().keys(prefix or "")


class LateRefusal(HonestStore):
    """Looks at the prefix when the first key is asked for."""

    caught_by = ("keys.wrong-types", "keys.snapshot", "close.every-verb-afterwards")

    def keys(self, prefix: str = "") -> Iterator[str]:
        yield from super().keys(prefix)


class AnyCheck(HonestStore):
    """Takes anything for yes or no when asked to check."""

    caught_by = ("inspect.wrong-types",)

    def inspect(self, *, check: object = False) -> StoreInfo:
        return super().inspect(check=bool(check))


class IgnoresOptions(HonestStore):
    """Takes any option with any verb, and ignores those that it does not know."""

    caught_by = tuple(f"{verb}.unknown-options" for verb in VERBS)

    def append(self, key: str, entries: Sequence[MemoryEntry], **options: object) -> None:
        super().append(key, entries)

    def read(self, key: str, *, limit: int | None = None, **options: object) -> list[MemoryEntry]:
        return super().read(key, limit=limit)

    def clear(self, key: str, **options: object) -> None:
        super().clear(key)

    def replace(
        self,
        key: str,
        entries: Sequence[MemoryEntry],
        *,
        expected: Sequence[str] | None = None,
        **options: object,
    ) -> None:
        super().replace(key, entries, expected=expected)

    def search(
        self,
        key: str,
        query: str,
        *,
        limit: int = 10,
        **options: object,
    ) -> list[SearchHit]:
        return super().search(key, query, limit=limit)

    def remove(self, key: str, ids: Collection[str], **options: object) -> int:
        return super().remove(key, ids)

    def get(self, key: str, ids: Collection[str], **options: object) -> list[MemoryEntry]:
        return super().get(key, ids)

    def keys(self, prefix: str = "", **options: object) -> Iterator[str]:
        return super().keys(prefix)

    def inspect(self, *, check: bool = False, **options: object) -> StoreInfo:
        return super().inspect(check=check)
