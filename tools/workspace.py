"""The tasks behind `make`: each runs in a hatch environment below .hatch/."""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys

import check
import interpreters
from members import ROOT, members, metadata

STATE = ROOT / ".hatch"

SCRIPTS = {
    "demo": ("demo", "demo"),
    "example": ("example", "example"),
    "test": (None, "test"),
    "soak": (None, "soak"),
    "format": (None, "format"),
    "docs": ("docs", "build"),
    "constraints": (None, "constraints"),
}
"""Task to environment (None: the tests' own) and script; both are in the root pyproject.toml."""


def main() -> int:
    """Run one task; what follows its name goes on to the program that the task runs."""
    parser = argparse.ArgumentParser(prog="sh tools/bootstrap.sh", description=__doc__)
    parser.add_argument("task", choices=[*SCRIPTS, "check", "hatch"])
    task, rest = parser.parse_known_args()
    _prepare()
    if task.task == "check":
        return check.run(hatch, rest)
    if task.task == "hatch":
        return hatch(*rest)
    environment, script = SCRIPTS[task.task]
    return hatch("run", f"{environment or check.main_environment()}:{script}", *rest)


def hatch(*arguments: str) -> int:
    """Run hatch with ``arguments`` and give its exit code."""
    return subprocess.run(
        [sys.executable, "-m", "hatch", *arguments], cwd=ROOT, check=False
    ).returncode


def _prepare() -> None:
    """Keep what hatch writes inside the clone, let it see every Python, and let it fetch none."""
    for inherited in ("HATCH_ENV", "HATCH_ENV_ACTIVE", "VIRTUAL_ENV"):
        os.environ.pop(inherited, None)
    os.environ["HATCH_DATA_DIR"] = str(STATE)
    os.environ["HATCH_CACHE_DIR"] = str(STATE / "cache")
    os.environ["HATCH_CONFIG"] = str(STATE / "config.toml")
    (STATE / "config.toml").touch()  # the user's own would decide where environments go
    os.environ["UV_SYSTEM_CERTS"] = "1"
    os.environ["UV_PYTHON_DOWNLOADS"] = "never"
    os.environ["PATH"] = interpreters.reachable_path()
    _forget_stale_environments()


def _forget_stale_environments() -> None:
    """Remove the environments if metadata changed: hatch looks at dependencies alone."""
    stamp, wanted = STATE / "environments", _metadata_digest()
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(STATE / "env", ignore_errors=True)
        stamp.write_text(wanted)


def _metadata_digest() -> str:
    environments = metadata(ROOT)["tool"]["hatch"]
    tables = [environments, *map(metadata, members())]
    return hashlib.sha256(repr(tables).encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
