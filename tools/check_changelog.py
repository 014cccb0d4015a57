"""A package that changed since its last release must tell its users so in `changelog.d`."""

import argparse
import subprocess
import sys
from pathlib import Path

from members import members


def silent_packages(root: Path, since: str | None = None) -> list[str]:
    """The packages below ``root`` with changed sources and no news.

    Without ``since``, a package is compared with its own last release, the newest tag
    ``loom-<folder>-v*``; one that was never released counts as changed.
    """
    return [
        str(folder.relative_to(root))
        for folder in members(root)
        if _changed(folder, "src", since or _last_release(folder)) and not _has_news(folder, since)
    ]


def _changed(folder: Path, path: str, since: str | None) -> bool:
    if since is None:
        return any((folder / path).rglob("*.py"))
    changed = _git(folder, "diff", "--name-only", since, "--", path)
    return bool(changed or _git(folder, "ls-files", "--others", "--exclude-standard", "--", path))


def _has_news(folder: Path, since: str | None) -> bool:
    if since is not None:
        return any(_changed(folder, path, since) for path in ("changelog.d", "CHANGELOG.md"))
    return any(path.name != "README.md" for path in folder.glob("changelog.d/*.md"))


def _last_release(folder: Path) -> str | None:
    pattern = f"loom-{folder.name}-v*"
    # Outside a repository, as in a source archive, there are no tags, and that is no fault.
    tags = _git(folder, "tag", "--list", pattern, "--sort=-version:refname", check=False)
    return tags.split("\n", 1)[0] or None


def _git(folder: Path, *arguments: str, check: bool = True) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=check).stdout.strip()


def main() -> int:
    """Name the packages that changed in silence; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", help="compare with this commit instead of each last release")
    root = Path(__file__).resolve().parent.parent
    silent = silent_packages(root, parser.parse_args().since)
    for package in silent:
        print(f"{package} changed, and {package}/changelog.d says nothing about it")
        print(f"  hint: towncrier create --dir {package} +WHAT-CHANGED.fixed.md")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
