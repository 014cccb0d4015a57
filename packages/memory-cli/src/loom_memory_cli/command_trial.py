"""Importing a stranger's command in a child process, so that no crash and no hang gets here."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint
from typing import Final, NamedTuple

import click

SECONDS: Final = 5
"""How long the import may take."""

_CHILD: Final = """\
import json, sys
request = json.load(sys.stdin)
sys.path[:] = request["path"]
from loom_memory_cli.command_trial import answer
answer(*request["entry"])
"""


class Trial(NamedTuple):
    """What a child process has found behind one entry point."""

    error: str | None = None
    """Why it is no command."""

    names: tuple[str, ...] | None = None
    """The commands of its own, if it is a group."""


def tried(entry: EntryPoint) -> Trial:
    """Import what ``entry`` names, elsewhere."""
    request = {"path": sys.path, "entry": [entry.name, entry.value, entry.group]}
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        try:
            output, _ = child.communicate(json.dumps(request).encode(), SECONDS)
        except subprocess.TimeoutExpired as error:
            return _read(error.output or b"", f"gave no answer within {SECONDS} seconds")
        finally:
            _end(child)
    return _read(output, f"ended the process that imported it with exit code {child.returncode}")


def _read(output: bytes, ending: str) -> Trial:
    try:
        error, names = json.loads(output)
    except ValueError:
        return Trial(f"its import {ending}")
    return Trial(error, None if names is None else tuple(names))


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Kill the child, and on POSIX what it started, if it still runs."""
    if child.poll() is not None:
        return
    with suppress(OSError):  # it ended by itself in between
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()


def answer(name: str, value: str, group: str) -> None:
    """Import the command and write the outcome as JSON, in the child process."""
    channel = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    error, names = None, None
    try:
        command = EntryPoint(name, value, group).load()
        if isinstance(command, click.Group):
            names = command.list_commands(click.Context(command))
        elif not isinstance(command, click.Command):
            error = f"{value} is a {type(command).__name__}, not a command"
    except BaseException as raised:  # noqa: BLE001 - a stranger's module may even call sys.exit
        error = f"{type(raised).__name__}: {raised}"
    os.write(channel, json.dumps([error, names]).encode())
    os._exit(0)
