"""Run one of the applications below `examples/` by the name of its folder, with its arguments."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from members import ROOT

FOLDER = ROOT / "examples"


def examples(folder: Path = FOLDER) -> dict[str, Path]:
    """The folder of each application, by its name; plugins, which nobody runs, are none."""
    mains = sorted(folder.glob("*/*/__main__.py"))
    return {path.parent.parent.name: path.parent.parent for path in mains}


def module_of(example: Path) -> str:
    """The package that an application is run by."""
    (main,) = example.glob("*/__main__.py")
    return main.parent.name


def main(arguments: Sequence[str]) -> int:
    """Run it where the caller is; its exit code, or 2 if there is no such application."""
    name = arguments[0] if arguments else ""
    known = examples()
    if name not in known:
        print(f"No example {name!r}\n  hint: use one of {', '.join(known)}", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", module_of(known[name]), *arguments[1:]]
    path = os.pathsep.join(filter(None, [str(known[name]), os.environ.get("PYTHONPATH")]))
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
