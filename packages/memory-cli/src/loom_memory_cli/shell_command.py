"""How this program is started from the user's own shell, for commands that are to be pasted."""

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_RUNNERS: Final = ("HATCH_ENV_ACTIVE", "UV_RUN_RECURSION_DEPTH")
"""Set by tools that run one command with a PATH of its own, which the shell does not have."""


def path_line() -> str | None:
    """The line that puts ``loom`` on the user's PATH, if it is not there."""
    script = _script()
    on_path = shutil.which("loom")
    lasting = not any(each in os.environ for each in _RUNNERS)
    if on_path and lasting and script and Path(on_path).resolve() == script.resolve():
        return None
    return f"export PATH={shlex.quote(str(script.parent))}:$PATH" if script else None


def pasteable(arguments: Sequence[str]) -> str:
    """The command line that runs ``loom`` with ``arguments``, quoted for a shell."""
    name = ["loom"] if _script() else [sys.executable, "-m", "loom_memory_cli"]
    return shlex.join([*name, *arguments])


def _script() -> Path | None:
    """The ``loom`` script that was installed beside this Python."""
    script = Path(sys.executable).with_name("loom")
    return script if script.exists() else None
