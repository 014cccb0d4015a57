"""Importing the plugin's modules and asking the hook, with an eye on all that this does."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import IO, Any

import loom_memory_core

from loom_conformance.check.probe.answer import described, give
from loom_conformance.check.probe.effects import Effects


def main(*, modules: list[str], answer: str) -> None:
    """Import ``modules``, with core there already, and write what that did."""
    effects = Effects()
    with tempfile.TemporaryFile() as written:
        with _captured(written):
            effects.start()
            started = time.process_time()
            error = _imported(modules)
            seconds = time.process_time() - started
            effects.stop()
        written.seek(0)
        output = written.read(1_000).decode(errors="replace").strip()
    told: dict[str, Any] = {"error": error, "seconds": seconds, "output": output}
    told["effects"] = [each._asdict() for each in effects.found]
    told["core"] = loom_memory_core.CONTRACT_VERSION
    give(told, answer)


def _imported(modules: list[str]) -> str:
    """What importing them raised; empty if nothing."""
    try:
        for name in modules:
            module = import_module(name)
            hook = getattr(module, "loom_memory_backend", None)
            if hook is not None and hasattr(hook, "loom_impl"):
                with suppress(BaseException):  # what it raises is told where it is loaded
                    hook()
    except BaseException as error:  # noqa: BLE001 - a stranger's module may even call sys.exit
        return described(error)
    return ""


@contextmanager
def _captured(file: IO[bytes]) -> Iterator[None]:
    """Both streams go into ``file``, whichever way they are written to."""
    kept = [os.dup(1), os.dup(2)]
    try:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        for number, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, number)
