"""What is to be checked: something installed, a project's folder, a wheel or an sdist."""

import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Literal

from loom_memory_core import installed_schemes, nearest

from loom_conformance.check.failure import CouldNotCheckError

Kind = Literal["installed", "project", "wheel", "sdist"]


@dataclass(frozen=True)
class Target:
    """What the user named.

    Attributes:
        kind: What it is.
        text: As the user wrote it.
        path: The folder or the file; ``None`` for what is installed.
        distribution: Its name, where it is installed.
        scheme: The one scheme that the user asked for; ``None`` for all.
    """

    kind: Kind
    text: str
    path: Path | None = None
    distribution: str = ""
    scheme: str | None = None


def target_of(text: str) -> Target:
    """What ``text`` names.

    A path has a separator, or ends like an archive, or is ``.``; a bare word is a scheme or
    a distribution, and a folder only if nothing of that name is installed.

    Raises:
        CouldNotCheckError: Nothing of that name is there.
    """
    if _is_path(text):
        return _of_path(text)
    found = _installed(text)
    if found is None and (Path(text) / "pyproject.toml").is_file():
        return _of_path(text)
    if found is None:
        raise _nothing(text)
    return found


def _is_path(text: str) -> bool:
    return bool(re.search(r"[/\\]|^\.{1,2}$|\.whl$|\.tar\.gz$|\.zip$", text))


def _of_path(text: str) -> Target:
    path = Path(text).expanduser()
    if path.suffix == ".whl" and path.is_file():
        return Target("wheel", text, path.resolve())
    if path.name.endswith((".tar.gz", ".zip")) and path.is_file():
        return Target("sdist", text, path.resolve())
    if (path / "pyproject.toml").is_file():
        return Target("project", text, path.resolve())
    if path.exists():
        raise CouldNotCheckError(
            f"{text} is neither a wheel, nor an sdist, nor a folder with a pyproject.toml",
            hint="name the folder that holds pyproject.toml, a .whl or a .tar.gz",
        )
    raise CouldNotCheckError(f"there is no {text}", hint="check the path")


def _installed(text: str) -> Target | None:
    for each in installed_schemes():
        if text.lower() == each.scheme:
            return Target("installed", text, None, each.distribution, each.scheme)
    try:
        name = distribution(text).metadata["Name"]
    except (PackageNotFoundError, ValueError):
        return None
    return Target("installed", text, None, name)


def _nothing(text: str) -> CouldNotCheckError:
    installed = installed_schemes()
    known = sorted({name for each in installed for name in (each.scheme, each.distribution)})
    guess = nearest(text, known)
    return CouldNotCheckError(
        f"nothing called {text!r} is installed, and there is no such folder; installed: "
        + ", ".join(known),
        hint=f"did you mean {guess}?" if guess else "name a folder as ./folder, or install it",
    )
