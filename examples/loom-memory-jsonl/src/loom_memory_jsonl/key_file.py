"""The file of one key: read without a lock, written by one writer at a time.

Bytes that were written are never written over. An append goes behind them; what is anything
else goes into a new file, which takes the old one's name in one step. So whoever reads sees
the list as it was or as it is, and needs no lock.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import FileIO
from pathlib import Path

from filelock import FileLock
from loom_memory_core import BackendUnavailableError, LoomError, StoreWriteError

from loom_memory_jsonl.lines import END, key_in, whole

_POLL_SECONDS = 0.002


class KeyFile:
    """The file that holds the list of one key.

    Args:
        folder: Where it lies.
        key: Names the file by its hash, since a file's name is shorter than a key may be.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._path = folder / f"{sha256(key.encode()).hexdigest()}.jsonl"

    @property
    def name(self) -> str:
        """What the file is called."""
        return self._path.name

    def read(self) -> bytes:
        """The whole appends that the file holds; nothing if there is no file."""
        return read(self._path)

    def append(self, lines: bytes) -> None:
        """Put ``lines`` at the end, on the disk, or leave the list as it is."""
        with self._path.open("ab", buffering=0) as file:
            torn = not _ends_whole(self._path)
            if not torn:
                _add(file, lines)
        if torn:  # a crash, or a full disk, left a part of an append behind
            self.replace(whole(self._path.read_bytes()) + lines)
        else:  # whoever made the file may have died before its name was on the disk
            sync_folder(self._path.parent)

    def replace(self, lines: bytes) -> None:
        """Make ``lines`` the whole content in one step; without lines there is no file."""
        if not lines:
            self._path.unlink(missing_ok=True)
        else:
            part = self._path.with_suffix(".part")
            with part.open("wb", buffering=0) as file:
                _put(file, lines)
            part.replace(self._path)
        sync_folder(self._path.parent)

    @contextmanager
    def writing(self, timeout_seconds: float) -> Iterator[None]:
        """Keep other writers of this key out, in this process and in others.

        Raises:
            StoreWriteError: The wait was too long, or the disk refused.
        """
        lock = FileLock(
            self._path.with_suffix(".lock"), timeout=timeout_seconds, poll_interval=_POLL_SECONDS
        )
        try:
            with lock:
                yield
        except LoomError:  # some of them are OSErrors, too
            raise
        except OSError as error:
            raise StoreWriteError(
                f"{self._path} could not be written: {error}",
                hint="make room, check the permissions, or wait longer (lock_timeout_seconds)",
            ) from error


def read(path: Path) -> bytes:
    """The whole appends of a file; nothing if there is none.

    Raises:
        BackendUnavailableError: The file cannot be read.
    """
    with _reading(path):
        return whole(path.read_bytes())
    return b""


def key_at(path: Path) -> str | None:
    """The key of a file; ``None`` if it holds no whole append, or went away.

    Raises:
        BackendUnavailableError: It cannot be read, or names no key.
    """
    with _reading(path), path.open("rb") as file:
        line = file.readline()
        if not _ends_whole(path) and not whole(path.read_bytes()):
            return None
        return _key_in(path, line) if line else None
    return None


def _key_in(path: Path, line: bytes) -> str:
    key = key_in(line)
    if key is None:
        raise BackendUnavailableError(
            f"the first line of {path} names no key",
            hint="take the file out of the folder: it is damaged, or not of this store",
        )
    return key


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Translate the errors of reading a file; one that is not there is no error."""
    try:
        yield
    except FileNotFoundError:
        return
    except LoomError:  # some of them are OSErrors, too
        raise
    except OSError as error:
        raise BackendUnavailableError(
            f"{path} could not be read: {error}", hint="check the folder and its permissions"
        ) from error


def sync_folder(folder: Path) -> None:
    """Wait until the names in ``folder`` are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(END)))
        return file.read() in {b"", END}


def _add(file: FileIO, lines: bytes) -> None:
    """Append to the file; where the disk refuses, no whole append stays behind."""
    end = file.seek(0, os.SEEK_END)
    try:
        _put(file, lines)
    except OSError:
        file.truncate(min(os.fstat(file.fileno()).st_size, end + len(lines) - 1))
        raise


def _put(file: FileIO, lines: bytes) -> None:
    written = file.write(lines)
    if written != len(lines):
        raise OSError(f"the disk took {written} of {len(lines)} bytes")
    os.fsync(file.fileno())
