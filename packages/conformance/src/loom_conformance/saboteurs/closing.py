"""Saboteurs of close: it fails, does nothing, or takes too much with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loom_memory_core import OpenGuard, StoreClosedError

from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import HonestStore, Lists


class ClosesOnce(HonestStore):
    """Raises when it is closed again."""

    caught_by = ("close.twice",)

    def close(self) -> None:
        self.guard.check()
        super().close()


class ClosesWhatWasUsed(HonestStore):
    """Closes a connection that it makes when it is first used."""

    caught_by = ("close.unused",)

    def __init__(self) -> None:
        super().__init__()
        self.used: list[str] = []

    @contextmanager
    def step(self) -> Iterator[Lists]:
        self.used = self.used or ["connection"]
        with super().step() as lists:
            yield lists

    def close(self) -> None:
        super().close()
        self.used[0]


class NeverCloses(HonestStore):
    """Has a close that does nothing."""

    caught_by = ("close.every-verb-afterwards",)

    def close(self) -> None:
        pass


class ReadsAfterClose(HonestStore):
    """Answers from memory after it was closed, as long as nothing is written."""

    caught_by = ("close.every-verb-afterwards",)

    def keys(self, prefix: str = "") -> Iterator[str]:
        open_now, self.guard = self.guard, OpenGuard("ReadsAfterClose")
        try:
            return super().keys(prefix)
        finally:
            self.guard = open_now


class OtherErrorAfterClose(HonestStore):
    """Raises what its driver raises, after it was closed."""

    caught_by = ("close.every-verb-afterwards", "close.in-a-forked-child")

    @contextmanager
    def step(self) -> Iterator[Lists]:
        try:
            self.guard.check()
        except StoreClosedError as error:
            raise ConnectionError("the connection is closed") from error
        with super().step() as lists:
            yield lists


class WorksInAChild(HonestStore):
    """Uses the connection of its parent in a forked child."""

    caught_by = ("close.in-a-forked-child",)

    def __init__(self) -> None:
        super().__init__()
        self.closed = False

    @contextmanager
    def step(self) -> Iterator[Lists]:
        if self.closed:
            self.guard.check()
        with self.lock:
            yield self.lists

    def close(self) -> None:
        super().close()
        self.closed = True


class DeletesItsFile(DurableStore):
    """Deletes its file when it is closed."""

    caught_by = ("close.leaves-the-entries", "reopen.entries", "kill.then-write")

    def close(self) -> None:
        super().close()
        self.path.unlink(missing_ok=True)


class ClosesTheOthers(DurableStore):
    """Closes an engine that all handles on the file share."""

    caught_by = ("close.leaves-other-handles",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.shut = path.with_suffix(".shut")
        self.shut.unlink(missing_ok=True)

    @contextmanager
    def step(self) -> Iterator[Lists]:
        if self.shut.exists():
            self.guard.close()
        with super().step() as lists:
            yield lists

    def close(self) -> None:
        super().close()
        self.shut.touch()
