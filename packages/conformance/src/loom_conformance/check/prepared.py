"""The target, made ready: built where it is a project, installed, and its files found."""

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import Distribution, PathDistribution, version
from pathlib import Path

from packaging.utils import parse_wheel_filename

from loom_conformance.check.contents import Contents, contents_of
from loom_conformance.check.environment import CORE, Environment, callers, fresh
from loom_conformance.check.failure import CouldNotCheckError
from loom_conformance.check.finding import Finding
from loom_conformance.check.packaging_checks import GROUP, Package, core_range
from loom_conformance.check.target import Target
from loom_conformance.check.uv_tool import Uv

Say = Callable[[str], None]


@dataclass(frozen=True)
class Prepared:
    """What there is to check, and where.

    Attributes:
        environment: Where it is installed; ``None`` if it cannot be.
        package: What is installed.
        sdist: The source distribution, where there is one.
        wheel: The wheel, where there is one.
        project: The folder or the sdist that holds its tests, where there is one.
        findings: Why it cannot be installed.
    """

    environment: Environment | None
    package: Package
    sdist: Path | None = None
    wheel: Path | None = None
    project: Path | None = None
    findings: tuple[Finding, ...] = ()


def prepare(target: Target, folder: Path, *, uv: Uv, say: Say) -> Prepared:
    """Build and install what the user named; what is installed is taken as it is.

    Raises:
        CouldNotCheckError: It does not build, or what it requires cannot be had.
    """
    if target.path is None:
        return _installed(target, uv)
    wheel, sdist, project = target.path, None, None
    if target.kind == "project":
        say(f"Building {target.path.name}")
        uv.build(target.path, folder / "built")
        wheel, sdist = _only(folder, "*.whl"), _only(folder, "*.tar.gz")
        project = target.path
    elif target.kind == "sdist":
        say(f"Building a wheel of {target.path.name}")
        uv.build(target.path, folder / "built", wheel_only=True)
        wheel, sdist = _only(folder, "*.whl"), target.path
        project = sdist
    say(f"Installing {wheel.name} into a new environment")
    return _in_new_environment(wheel, folder, uv, sdist=sdist, project=project)


def _installed(target: Target, uv: Uv) -> Prepared:
    environment = callers()
    origin = environment.distribution(target.distribution)
    package = _package(origin, core=environment.version(CORE), newest=uv.newest(CORE))
    return Prepared(environment, package, project=package.contents.project)


def _in_new_environment(
    wheel: Path, folder: Path, uv: Uv, *, sdist: Path | None, project: Path | None
) -> Prepared:
    newest = uv.newest(CORE)
    try:
        environment = fresh(wheel, folder, uv)
    except CouldNotCheckError:
        inside = uninstalled(wheel, core=newest or version(CORE))
        findings = tuple(core_range(inside))
        if not findings:
            raise
        return Prepared(None, inside, sdist, wheel, project, findings)
    origin = environment.distribution(parse_wheel_filename(wheel.name)[0])
    package = _package(origin, core=environment.version(CORE), newest=newest)
    return Prepared(environment, package, sdist, wheel, project)


def _package(origin: Distribution, *, core: str, newest: str | None) -> Package:
    entries = tuple(origin.entry_points.select(group=GROUP))
    contents = contents_of(origin, [entry.module for entry in entries])
    return Package(origin, contents, entries, core=core, newest_core=newest)


def uninstalled(wheel: Path, *, core: str) -> Package:
    """What the metadata inside a wheel says; of its files, nothing."""
    root = zipfile.Path(wheel)
    info = next(each for each in root.iterdir() if each.name.endswith(".dist-info"))
    origin = PathDistribution(info)
    entries = tuple(origin.entry_points.select(group=GROUP))
    return Package(origin, Contents({}, is_editable=False), entries, core=core)


def _only(folder: Path, pattern: str) -> Path:
    found = sorted((folder / "built").glob(pattern))
    if len(found) != 1:
        raise CouldNotCheckError(
            f"the build made {len(found)} files like {pattern}",
            hint="a project of one distribution is checked at a time",
        )
    return found[0]
