"""An honest store of three verbs: one file for each key, one line for each batch."""

import fcntl
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from loom_memory_core import MemoryEntry, check_entries, check_key, check_limit

from acme_loom.options import AcmeOptions


class AcmeStore:
    """Lists in files; a line cut short by a kill is a batch that never was."""

    def __init__(self, options: AcmeOptions) -> None:
        self._folder = options.url.file_path()
        self._folder.mkdir(parents=True, exist_ok=True)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        path = self._path(check_key(key))
        texts = [entry.to_json() for entry in check_entries(entries)]
        if not texts:
            return
        with self._alone(), path.open("ab") as file:
            file.truncate(path.read_bytes().rfind(b"\n") + 1)
            file.write("\x1e".join(texts).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        path, limit = self._path(check_key(key)), check_limit(limit)
        data = path.read_bytes() if path.exists() else b""
        lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
        texts = [text for line in lines for text in line.split(b"\x1e")]
        wanted = texts if limit is None else texts[max(0, len(texts) - limit) :]
        return [MemoryEntry.from_json(text) for text in wanted]

    def clear(self, key: str) -> None:
        with self._alone():
            self._path(check_key(key)).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / hashlib.sha256(key.encode()).hexdigest()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self._folder / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
