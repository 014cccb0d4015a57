"""A stranger's backend: a file of JSON Lines, every verb, and rows that can be corrupt."""

from collections.abc import Collection, Sequence
from dataclasses import replace as changed
from pathlib import Path

from loom_memory_core import (
    OPTIONAL_VERBS,
    Backend,
    CorruptEntryError,
    InMemoryStore,
    MemoryEntry,
    Problem,
    Progress,
    ReadOnlyStoreError,
    StoreInfo,
    StoreUrl,
    dump,
    load,
    no_progress,
)
from loom_memory_core.hookspecs import hookimpl
from pydantic import BaseModel, ConfigDict

CORRUPT = "corrupt"
"""The content of a row that this store cannot parse."""


class AcmeOptions(BaseModel):
    """Where the file is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: StoreUrl
    read_only: bool = False
    language: str = "english"


class AcmeStore(InMemoryStore):
    """Keeps every list in one file, which each writing verb writes again."""

    def __init__(self, options: AcmeOptions) -> None:
        super().__init__()
        self._options = options
        self._path = options.url.file_path()
        if self._path.exists():
            load(self, self._path)
        elif options.read_only:
            raise ReadOnlyStoreError(f"there is no file {self._path}", hint="check the name")
        self._loaded = True

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self._save()

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected)
        self._save()

    def remove(self, key: str, ids: Collection[str]) -> int:
        removed = super().remove(key, ids)
        self._save()
        return removed

    def clear(self, key: str) -> None:
        super().clear(key)
        self._save()

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        for position, entry in enumerate(entries):
            if entry.content == CORRUPT and self._is_loaded():
                raise CorruptEntryError(key, position)
        return entries

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        entries = super().read(key)
        good = [entry for entry in entries if entry.content != CORRUPT]
        return good, len(entries) - len(good)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        problems = tuple(self.problems()) if check else ()
        return changed(super().inspect(), problems=problems)

    def problems(self) -> list[Problem]:
        return [
            Problem("corrupt-entry", "it cannot be parsed", key, position)
            for key in self.keys()
            for position, entry in enumerate(InMemoryStore.read(self, key))
            if entry.content == CORRUPT
        ]

    def _is_loaded(self) -> bool:
        return hasattr(self, "_loaded")

    def _save(self) -> None:
        if not self._is_loaded():
            return
        rows = InMemoryStore()
        for key in self.keys():
            rows.append(key, InMemoryStore.read(self, key))
        part = Path(f"{self._path}.part")
        with part.open("w", encoding="utf-8") as file:
            dump(rows, file)
        part.replace(self._path)


def repair(options: AcmeOptions, *, progress: Progress = no_progress) -> list[Problem]:
    store = AcmeStore(options)
    problems = store.problems()
    for key in {problem.key for problem in problems if problem.key}:
        store.replace(key, store.salvage(key)[0])
    progress(len(problems), len(problems))
    return problems


def reindex(options: AcmeOptions, *, progress: Progress = no_progress) -> int:
    entries = AcmeStore(options).inspect().entries
    progress(entries, entries)
    return entries


@hookimpl
def loom_memory_backend() -> Backend[AcmeOptions]:
    return Backend(
        name="acme",
        options=AcmeOptions,
        open=AcmeStore,
        summary="Memory in a file of lines.",
        contract="1.0",
        matching="terms",
        verbs=OPTIONAL_VERBS,
        repair=repair,
        reindex=reindex,
    )
