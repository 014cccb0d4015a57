"""The workspace's packages: every folder below packages/, and the scaffold."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def members(root: Path = ROOT) -> list[Path]:
    """The folder of each package, in order of its name."""
    files = [*root.glob("packages/*/pyproject.toml"), *root.glob("scaffold/pyproject.toml")]
    return sorted(path.parent for path in files)


def metadata(member: Path) -> dict[str, Any]:
    """What a package's pyproject.toml says."""
    return tomllib.loads((member / "pyproject.toml").read_text(encoding="utf-8"))
