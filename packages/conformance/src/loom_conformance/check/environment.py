"""Where the target is tried: the caller's environment, or a new one that holds little else."""

import json
import os
import sys
import sysconfig
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, distributions, version
from pathlib import Path
from typing import Any, Final

from loom_conformance.check.bounded import Ended, run_bounded
from loom_conformance.check.caller_wheels import pack
from loom_conformance.check.failure import CouldNotCheckError
from loom_conformance.check.uv_tool import Uv

CORE: Final = "loom-memory-core"
KIT: Final = "loom-conformance"

START: Final = """\
import json, sys
request = json.load(sys.stdin)
if request["path"]:
    sys.path[:] = request["path"]
from importlib import import_module
module, _, name = request["call"].partition(":")
getattr(import_module(module), name)(**request["arguments"])
"""


@dataclass(frozen=True)
class Environment:
    """A Python with the target, core and the kit.

    Attributes:
        python: The interpreter.
        path: The ``sys.path`` to use; its own if empty.
        sites: Where its distributions lie; everywhere on this process's path if empty.
        notes: What the user should know about it.
    """

    python: Path
    path: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def distribution(self, name: str) -> Distribution:
        """What is installed under ``name``."""
        if not self.sites:
            return distribution(name)
        return next(iter(distributions(name=name, path=list(self.sites))))

    def version(self, name: str) -> str:
        """The version of an installed distribution."""
        return self.distribution(name).version

    @property
    def command(self) -> list[str]:
        """What to run so that it does what stands in its standard input."""
        return [str(self.python), "-I", "-B", "-c", START]

    def request(self, call: str, arguments: dict[str, Any]) -> str:
        """What to write there, so that ``module:function`` is called with ``arguments``.

        Not among the arguments of the process, which everybody on the machine can read.
        """
        return json.dumps({"path": self.path, "call": call, "arguments": arguments})

    def call(
        self, call: str, arguments: dict[str, Any], *, folder: Path, schemes: str, seconds: float
    ) -> Ended:
        """Call a function in a process of its own, in which no other plugin is known."""
        return run_bounded(
            self.command,
            seconds=seconds,
            folder=folder,
            environment=variables(schemes),
            text=self.request(call, arguments),
        )


def variables(schemes: str) -> dict[str, str]:
    """The environment variables of a process that tries the target."""
    left_out = ("PYTHON", "PYTEST", "LOOM_", "VIRTUAL_ENV", "COV_")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(left_out)}
    return {**kept, "LOOM_PLUGINS": schemes, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def callers() -> Environment:
    """The environment of this process."""
    return Environment(Path(sys.executable), path=tuple(filter(None, sys.path)))


def fresh(wheel: Path, folder: Path, uv: Uv) -> Environment:
    """A new environment below ``folder`` with the target's wheel, core and the kit.

    Core and the kit come from where the target's other requirements do; one that is not to
    be had there is taken from the caller's environment.

    Raises:
        CouldNotCheckError: Something that the target requires cannot be installed.
    """
    home = folder / "environment"
    uv.make_environment(home)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    kit = f"{KIT}=={version(KIT)}"
    lent = [name for name, text in ((CORE, CORE), (KIT, kit)) if uv.newest(text) is None]
    for name in lent:
        pack(name, folder / "lent")
    done = uv.install(python, [wheel, kit], *([folder / "lent"] if lent else []))
    if done.code != 0:
        raise CouldNotCheckError(
            f"{wheel.name} cannot be installed in a new environment:\n{done.tail}",
            hint="name the folder of what is missing with --find-links",
        )
    where = "--find-links or the index" if uv.find_links else "the index"
    notes = tuple(
        f"{name} {version(name)} is this environment's own: it is not on {where}" for name in lent
    )
    return Environment(python, sites=_sites(home), notes=notes)


def _sites(home: Path) -> tuple[str, ...]:
    base = {"base": str(home), "platbase": str(home)}
    paths = [sysconfig.get_path(name, "venv", base) for name in ("purelib", "platlib")]
    return tuple(dict.fromkeys(paths))
