"""The files of an installed distribution, as they lie where they were installed."""

import json
from collections.abc import Iterator
from importlib.metadata import Distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple


class Contents(NamedTuple):
    """What a distribution has installed."""

    files: dict[str, Path]
    """Each file by its path below the folder of packages, with ``/``; metadata left out."""

    is_editable: bool
    """Whether only its source folder is known, of which a wheel may hold less or more."""

    project: Path | None = None
    """The source folder of an editable install."""

    def packages(self) -> list[str]:
        """The top-level packages and modules."""
        tops = {path.partition("/")[0].removesuffix(".py") for path in self.files}
        return sorted(top for top in tops if top.isidentifier())


def contents_of(distribution: Distribution, modules: list[str]) -> Contents:
    """The files of ``distribution``, whose plugin modules are ``modules``."""
    project = _editable_project(distribution)
    if project is not None:
        return Contents(dict(_source_files(modules)), is_editable=True, project=project)
    files = {
        path.as_posix(): Path(str(path.locate()))
        for path in distribution.files or ()
        if not path.parts[0].endswith((".dist-info", ".egg-info", ".data"))
        and ".." not in path.parts
        and "__pycache__" not in path.parts
    }
    return Contents(files, is_editable=False)


def _editable_project(distribution: Distribution) -> Path | None:
    try:
        origin: dict[str, Any] = json.loads(distribution.read_text("direct_url.json") or "{}")
    except ValueError:
        return None
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return Path(origin["url"].removeprefix("file://"))


def _source_files(modules: list[str]) -> Iterator[tuple[str, Path]]:
    for top in {module.partition(".")[0] for module in modules}:
        spec = find_spec(top)
        for home in (spec and spec.submodule_search_locations) or ():
            root = Path(home)
            for path in sorted(root.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield f"{top}/{path.relative_to(root).as_posix()}", path
