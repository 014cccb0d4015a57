"""Saboteurs of presence: verbs that are missing, are stubs, or are called in another way."""

from collections.abc import Sequence

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.honest import HonestStore


class WithoutClear(HonestStore):
    """Lacks a required verb."""

    caught_by = ("presence.required-verbs",)
    clear = None  # type: ignore[assignment]  # the verb is not there


class WithoutSearch(HonestStore):
    """Lacks an optional verb that it promises."""

    caught_by = ("presence.promised-verbs",)
    search = None  # type: ignore[assignment]  # the verb is not there


class StubSearch(HonestStore):
    """Has a search that raises NotImplementedError, which breaks every fallback."""

    caught_by = ("presence.no-stubs",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        raise NotImplementedError


class StubClose(HonestStore):
    """Has a close that raises NotImplementedError."""

    caught_by = ("presence.close-is-no-stub",)

    def close(self) -> None:
        raise NotImplementedError


class OtherNames(HonestStore):
    """Calls its arguments something else."""

    caught_by = ("presence.arguments-by-name",)

    def append(self, session: str, messages: Sequence[MemoryEntry]) -> None:
        super().append(session, messages)


class PositionalLimit(HonestStore):
    """Takes the limit of read by its place alone."""

    caught_by = ("presence.arguments-by-name", "read.limit-zero")

    def read(self, key: str, limit: int | None = None, /) -> list[MemoryEntry]:  # type: ignore[override]
        return super().read(key, limit=limit)


class Chatty(HonestStore):
    """Returns how many entries it wrote, which callers come to rely on."""

    caught_by = ("presence.writing-verbs-return-none",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> int:  # type: ignore[override]
        super().append(key, entries)
        return len(entries)


class Fluent(HonestStore):
    """Returns itself from clear, to be called in a chain."""

    caught_by = ("presence.writing-verbs-return-none",)

    def clear(self, key: str) -> "Fluent":  # type: ignore[override]
        super().clear(key)
        return self
