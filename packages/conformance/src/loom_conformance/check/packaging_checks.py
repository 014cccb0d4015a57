"""What is installed: metadata, files, licence, readme, and the range of core that it takes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from loom_conformance.check.contents import Contents
from loom_conformance.check.environment import CORE
from loom_conformance.check.finding import Finding, advice, fault

GROUP: Final = "loom.memory"


@dataclass(frozen=True)
class Package:
    """What the checks look at.

    Attributes:
        distribution: As it is installed.
        contents: Its files.
        entries: Its entry points in the group ``loom.memory``.
        core: The version of core beside it.
        newest_core: The newest version that is to be had; ``None`` if nobody was asked.
    """

    distribution: Distribution
    contents: Contents
    entries: tuple[EntryPoint, ...]
    core: str
    newest_core: str | None = None

    @property
    def name(self) -> str:
        """The distribution's name."""
        return str(self.distribution.metadata["Name"])

    def field(self, name: str) -> str:
        """A field of the metadata; empty if it is not there."""
        fields = self.distribution.metadata
        return str(fields[name] or "").strip() if name in fields else ""


def packaging_findings(package: Package) -> Iterator[Finding]:
    """All that is wrong with the package itself."""
    for each in CHECKS:
        yield from each(package)


def _metadata(package: Package) -> Iterator[Finding]:
    wanted = {
        "Summary": 'description = "Agent memory in ..."',
        "Requires-Python": 'requires-python = ">=3.11"',
    }
    for field, line in wanted.items():
        if not package.field(field):
            yield fault(
                "packaging.metadata",
                f"the metadata of {package.name} has no {field}",
                hint=f"write {line} in pyproject.toml",
            )
    if not any(package.field(each) for each in ("Author", "Author-email", "Maintainer-email")):
        yield advice(
            "packaging.metadata",
            f"the metadata of {package.name} names no author",
            hint='write authors = [{ name = "..." }] in pyproject.toml',
        )


def _entry_point(package: Package) -> Iterator[Finding]:
    if not package.entries:
        yield fault(
            "packaging.entry-point",
            f"{package.name} has no entry point in the group {GROUP}",
            hint=f'write [project.entry-points."{GROUP}"] and scheme = "package.plugin"',
        )
    for entry in package.entries:
        path = entry.module.replace(".", "/")
        if not {f"{path}.py", f"{path}/__init__.py"} & set(package.contents.files):
            yield fault(
                "packaging.entry-point",
                f"{entry.name} = {entry.value}: {path}.py is not among the files that "
                f"{package.name} installs",
                hint="name a module that the wheel holds, or let the build include it",
            )
        if entry.attr:
            yield fault(
                "packaging.entry-point",
                f"{entry.name} = {entry.value} names {entry.attr!r} inside a module",
                hint=f"name the module alone: {entry.name} = {entry.module!r}",
            )


def _typed(package: Package) -> Iterator[Finding]:
    for top in {entry.module.partition(".")[0] for entry in package.entries}:
        if f"{top}/py.typed" not in package.contents.files:
            yield fault(
                "packaging.py-typed",
                f"{top}/py.typed is not among the files that {package.name} installs",
                hint=f"put an empty file py.typed into {top}, and let the build include it",
            )


def core_range(package: Package) -> Iterator[Finding]:
    """What is wrong with the versions of core that the package takes."""
    if canonicalize_name(package.name) == CORE:
        return
    required = _core_requirement(package.distribution)
    if required is None:
        yield fault(
            "packaging.core-range",
            f"{package.name} does not require {CORE}",
            hint=f'dependencies = ["{CORE}>={_series(package.core)}"]',
        )
        return
    yield from _bounds(required, package)
    for version, where in ((package.core, "is installed"), (package.newest_core, "is the newest")):
        if version and not required.specifier.contains(version, prereleases=True):
            yield fault(
                "packaging.core-range",
                f"{required} leaves out {CORE} {version}, which {where}",
                hint="test with that version, and widen the range",
            )


def _bounds(required: Requirement, package: Package) -> Iterator[Finding]:
    operators = {each.operator for each in required.specifier}
    hint = f'write "{CORE}>={_series(package.core)}"'
    if operators & {"==", "==="} and not any(
        each.version.endswith(".*") for each in required.specifier
    ):
        yield fault("packaging.core-range", f"{required} pins one version", hint=f"{hint}: a range")
    elif not operators & {">=", ">", "~=", "=="}:
        yield fault("packaging.core-range", f"{required} has no lower bound", hint=hint)
    elif not operators & {"<", "<=", "~=", "=="}:
        yield fault("packaging.core-range", f"{required} has no upper bound", hint=hint)


def _core_requirement(distribution: Distribution) -> Requirement | None:
    parsed = [Requirement(text) for text in distribution.requires or ()]
    ours = (each for each in parsed if canonicalize_name(each.name) == CORE)
    return next((each for each in ours if "extra" not in str(each.marker or "")), None)


def _series(version: str) -> str:
    """The range of versions that is like ``version``.

    Examples:
        >>> _series("0.1.3"), _series("2.4.0")
        ('0.1,<0.2', '2.4,<3')
    """
    major, minor = [*version.split("."), "0"][:2]
    following = f"0.{int(minor) + 1}" if major == "0" else str(int(major) + 1)
    return f"{major}.{minor},<{following}"


def _licence(package: Package) -> Iterator[Finding]:
    said = package.field("License-Expression") or package.field("License")
    classified = any(
        each.startswith("License ::")
        for each in package.distribution.metadata.get_all("Classifier") or ()
    )
    if not said and not classified:
        yield fault(
            "packaging.licence",
            f"the metadata of {package.name} names no licence",
            hint='write license = "Apache-2.0", or another SPDX expression, in pyproject.toml',
        )
    if not package.distribution.metadata.get_all("License-File"):
        yield fault(
            "packaging.licence",
            f"{package.name} brings no licence file",
            hint='put the text into LICENSE, and write license-files = ["LICENSE"]',
        )


def _leaks(package: Package) -> Iterator[Finding]:
    if package.contents.is_editable:
        return
    own = {entry.module.partition(".")[0] for entry in package.entries}
    for path in sorted(package.contents.files):
        top, _, rest = path.partition("/")
        name = path.rpartition("/")[2]
        is_test = name.startswith("test_") or name == "conftest.py" or "/tests/" in f"/{rest}"
        if is_test or top in {"tests", "test", "examples", "docs", "src"}:
            yield fault(
                "packaging.leak",
                f"{path} is installed beside everybody's packages"
                if top not in own
                else f"{path} is a test, and is installed",
                hint=f"leave it out of the wheel: it should hold {' and '.join(sorted(own))} alone",
            )


CHECKS: Final[tuple[Callable[[Package], Iterator[Finding]], ...]] = (
    _metadata,
    _entry_point,
    _typed,
    core_range,
    _licence,
    _leaks,
)
