"""Run mypy once per package and folder: two packages may have test modules of one name."""

import subprocess
import sys
from pathlib import Path

from members import ROOT, members
from run_example import examples


def targets() -> list[list[Path]]:
    """What each run of mypy looks at: a package with its tests, or one of the other folders."""
    inside = [[member / "src", member / "tests"] for member in members()]
    outside = [[ROOT / name] for name in ("tools", "tests", "benchmarks", "conftest.py")]
    outside += [[folder] for folder in examples().values()]
    return [present for paths in [*inside, *outside] if (present := _with_code(paths))]


def _with_code(paths: list[Path]) -> list[Path]:
    return [path for path in paths if path.is_file() or any(path.rglob("*.py"))]


def main() -> int:
    """Type-check every target; 0 if all are clean."""
    failed = 0
    for paths in targets():
        names = [str(path.relative_to(ROOT)) for path in paths]
        print("mypy", *names, flush=True)
        command = [sys.executable, "-m", "mypy", *names]
        failed |= subprocess.run(command, cwd=ROOT, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
