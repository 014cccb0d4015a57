"""The folder in which a package grows, hidden, until it gets its name.

A writer holds a lock on it, which its death lets go, however it dies. So what lies there without
a lock is left over, and the next writer takes it away.
"""

import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextmanager
def part_folder(into: Path, name: str) -> Iterator[Path]:
    """A new hidden folder, which is gone again if the block fails.

    Args:
        into: Where it lies. What dead writers of the same package left there is taken away.
        name: What the whole folder will be called.
    """
    _sweep(into, name)
    part, lock = _made(into, name)
    try:
        yield part
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    finally:
        if lock is not None:
            os.close(lock)


def _made(into: Path, name: str) -> tuple[Path, int | None]:
    while True:
        part = into / f".{name}-{secrets.token_hex(4)}.part"
        part.mkdir()
        lock = _locked(part)
        if part.exists():  # it was without a lock for a moment, in which another could sweep
            return part, lock
        if lock is not None:
            os.close(lock)


def _sweep(into: Path, name: str) -> None:
    left_over = re.compile(rf"\.{re.escape(name)}-[0-9a-f]{{8}}\.part")
    for part in into.iterdir():
        if left_over.fullmatch(part.name) and (lock := _locked(part)) is not None:
            shutil.rmtree(part, ignore_errors=True)
            os.close(lock)


def _locked(folder: Path) -> int | None:
    """What holds the lock; None if another has it, or this system has no locks on folders."""
    if sys.platform == "win32":
        return None
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor
    return None
