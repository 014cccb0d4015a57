"""Saboteurs of inspect: counts that are wrong, and problems that are none."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace

from loom_memory_core import MemoryEntry, Problem, StoreInfo

from loom_conformance.saboteurs.honest import HonestStore


class InspectsToDict(HonestStore):
    """Gives a dict."""

    caught_by = ("inspect.gives-store-info", "inspect.counts", "inspect.bytes")

    def inspect(self, *, check: bool = False) -> StoreInfo:
        return asdict(super().inspect(check=check))  # type: ignore[return-value]


class CountsEqualEntriesOnce(HonestStore):
    """Counts the distinct contents."""

    caught_by = ("inspect.counts",)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        info = super().inspect(check=check)
        rows = [(key, str(each.content)) for key in self.lists for each in self.read(key)]
        return replace(info, entries=len(set(rows)))


class CountsAppends(HonestStore):
    """Counts entries as they are appended, and never again."""

    caught_by = ("inspect.counts", "inspect.counts-after-changes")

    def __init__(self) -> None:
        super().__init__()
        self.appended = 0

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.appended += len(entries)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        return replace(super().inspect(check=check), entries=self.appended)


class CountsTheRemoved(HonestStore):
    """Takes one from its count for each call of remove."""

    caught_by = ("inspect.counts-after-changes",)

    def __init__(self) -> None:
        super().__init__()
        self.off = 0

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.off += max(0, gone - 1)
        return gone

    def inspect(self, *, check: bool = False) -> StoreInfo:
        info = super().inspect(check=check)
        return replace(info, entries=info.entries + self.off)


class NoBytes(HonestStore):
    """Does not know how large it is, and says nought."""

    caught_by = ("inspect.bytes",)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        return replace(super().inspect(check=check), bytes=0)


class SuspectsEverything(HonestStore):
    """Takes rows with control characters for corrupt ones."""

    caught_by = ("inspect.check-finds-nothing",)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        info = super().inspect(check=check)
        rows = [row for key in self.lists for row in self.lists[key] if "\\u0000" in row]
        problems = [Problem("corrupt-entry", row) for row in rows if check]
        return replace(info, problems=tuple(problems))


class ChecksAgainstAppends(HonestStore):
    """Compares its lists with what was appended, and calls what is missing a problem."""

    caught_by = ("inspect.check-after-changes",)

    def __init__(self) -> None:
        super().__init__()
        self.appended = 0

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.appended += len(entries)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        info = super().inspect(check=check)
        lost = self.appended - info.entries
        problem = Problem("index-out-of-step", f"{lost} rows too many")
        return replace(info, problems=(problem,) if check and lost else ())


class RepairsWhatItInspects(HonestStore):
    """Takes rows that it thinks are doubled away while it looks."""

    caught_by = ("inspect.changes-nothing",)

    def inspect(self, *, check: bool = False) -> StoreInfo:
        info = super().inspect(check=check)
        for key in [*self.lists] if check else []:
            self.replace(key, self.read(key)[-1:])
        return info
