"""Find the Pythons of this machine, on the PATH or off it, and never fetch one."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13")
"""What Loom supports, oldest first."""


def find(version: str) -> Path | None:
    """The first interpreter that starts and says that it is ``version``."""
    return next((path for path in _candidates(version) if _says(path) == version), None)


def reachable_path(versions: tuple[str, ...] = VERSIONS) -> str:
    """``PATH`` with the folder of every interpreter found in front, so that hatch and uv see it."""
    found = [str(path.parent) for path in map(find, versions) if path is not None]
    return os.pathsep.join(dict.fromkeys([*found, *_path_folders()]))


def _candidates(version: str) -> Iterator[Path]:
    name = f"python{version}"
    yield from (Path(folder, name) for folder in _path_folders())
    for home in _homes():
        yield from sorted(home.glob(f".pyenv/versions/{version}*/bin/{name}"))
        yield from sorted(home.glob(f".local/share/uv/python/cpython-{version}*/bin/{name}"))
    if root := os.environ.get("PYENV_ROOT"):
        yield from sorted(Path(root).glob(f"versions/{version}*/bin/{name}"))


def _path_folders() -> list[str]:
    return [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder]


def _homes() -> list[Path]:
    """The home of the environment and the one of the user database: they may differ."""
    return [Path.home(), Path(pwd.getpwuid(os.getuid()).pw_dir)]


def _says(path: Path) -> str | None:
    """The version an interpreter reports; None if it is absent or a shim that leads nowhere."""
    if not path.is_file():
        return None
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    answer = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or None
