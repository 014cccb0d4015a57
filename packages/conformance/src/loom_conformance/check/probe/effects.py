"""What code does to the world while it is imported, as the interpreter's own audit tells it."""

import os
import signal
import sys
import threading
from collections.abc import Mapping
from types import FrameType
from typing import Any, Final, NamedTuple

WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

EVENTS: Final[Mapping[str, str]] = {
    "os.mkdir": "made the folder {0}",
    "os.rename": "renamed {0}",
    "os.remove": "removed {0}",
    "os.rmdir": "removed the folder {0}",
    "os.truncate": "cut {0}",
    "os.link": "linked {0}",
    "os.symlink": "linked {0}",
    "os.chmod": "changed the mode of {0}",
    "os.chdir": "went to the folder {0}",
    "os.putenv": "set the environment variable {0}",
    "os.unsetenv": "took away the environment variable {0}",
    "os.system": "ran {0}",
    "os.fork": "forked",
    "os.posix_spawn": "started {0}",
    "subprocess.Popen": "started {0}",
    "socket.connect": "connected a socket to {1}",
    "socket.bind": "bound a socket to {1}",
    "socket.getaddrinfo": "looked up the host {0}",
    "sqlite3.connect": "opened the SQLite file {0}",
}
"""The audit events that an import has no business with, and how they are told."""

_NAMED: Final = frozenset(signal.Signals)


class Effect(NamedTuple):
    """One thing that was done."""

    what: str
    module: str
    """Which module's body did it; empty if that is not known."""


class Effects:
    """Listens from ``start`` to ``stop``."""

    def __init__(self) -> None:
        self.found: list[Effect] = []
        self._on = False
        self._before: dict[str, Any] = {}
        sys.addaudithook(self._hear)

    def start(self) -> None:
        """Listen."""
        self._before = _state()
        self._on = True

    def stop(self) -> None:
        """Stop listening, and see what else is different."""
        self._on = False
        for name, after in _state().items():
            if after != self._before[name]:
                self.found.append(Effect(f"{name}: {_difference(self._before[name], after)}", ""))

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._on:
            return
        told = _opened(args) if event == "open" else _told(event, args)
        if told:
            self._on = False  # what follows is ours
            self.found.append(Effect(told, _module(sys._getframe())))  # noqa: SLF001 - its only door
            self._on = True


def _told(event: str, args: tuple[Any, ...]) -> str:
    told = EVENTS.get(event)
    if told is None or (event == "sqlite3.connect" and args[0] == ":memory:"):
        return ""
    shown = [os.fsdecode(each) if isinstance(each, bytes) else each for each in args]
    return told.format(*shown)[:200]


def _opened(args: tuple[Any, ...]) -> str:
    path, mode, flags = args
    if isinstance(path, int) or os.fsdecode(path) == os.devnull:
        return ""
    writes = set(mode or "").intersection("wax+") if mode else flags & WRITING
    return f"opened {os.fsdecode(path)} for writing" if writes else ""


def _module(frame: FrameType | None) -> str:
    """The module whose body is being run."""
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            return str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back
    return ""


def _state() -> dict[str, Any]:
    return {
        "threads": sorted(each.name for each in threading.enumerate()),
        "signal handlers": sorted(each.name for each in _handled()),
    }


def _handled() -> list[signal.Signals]:
    quiet = {signal.SIG_DFL, signal.SIG_IGN, None, signal.default_int_handler}
    known = [signal.Signals(each) for each in signal.valid_signals() if each in _NAMED]
    return [each for each in known if signal.getsignal(each) not in quiet]


def _difference(before: list[str], after: list[str]) -> str:
    new = [each for each in after if each not in before]
    gone = [each for each in before if each not in after]
    return ", ".join([*(f"{each} is new" for each in new), *(f"{each} is gone" for each in gone)])
