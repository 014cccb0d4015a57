"""What a package index would refuse: metadata, file names, versions, classifiers."""

import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from packaging.metadata import Metadata
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from loom_conformance.check.finding import Finding, advice, fault, unproven
from loom_conformance.check.prepared import Prepared
from loom_conformance.check.uv_tool import Uv

LONGEST_SUMMARY: Final = 512


def publish_findings(prepared: Prepared, uv: Uv) -> Iterator[Finding]:
    """What an index would refuse of the files that were built or given."""
    for file, text in _metadata_texts(prepared):
        for each in CHECKS:
            yield from each(file, text)
    yield from _file_names(prepared)
    yield from _taken(prepared, uv)
    if prepared.sdist is None:
        yield advice(
            "publish.sdist",
            "there is a wheel alone",
            hint="publish the sdist as well: `uv build` makes both",
        )


def _metadata_texts(prepared: Prepared) -> Iterator[tuple[str, bytes]]:
    if prepared.wheel is not None:
        with zipfile.ZipFile(prepared.wheel) as archive:
            name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
            yield prepared.wheel.name, archive.read(name)
    if prepared.sdist is not None and prepared.sdist.name.endswith(".tar.gz"):
        with tarfile.open(prepared.sdist) as archive:
            member = next(
                m for m in archive if m.name.count("/") == 1 and m.name.endswith("PKG-INFO")
            )
            file = archive.extractfile(member)
            assert file is not None
            yield prepared.sdist.name, file.read()


def _valid(file: str, text: bytes) -> Iterator[Finding]:
    try:
        Metadata.from_email(text, validate=True)
    except ExceptionGroup as group:
        for error in group.exceptions:
            yield fault(
                "publish.metadata",
                f"{file}: {error}",
                hint="correct the field in pyproject.toml",
            )


def _version(file: str, text: bytes) -> Iterator[Finding]:
    told = _loose(text).version
    try:
        version = Version(str(told))
    except InvalidVersion:
        return
    if version.local:
        yield fault(
            "publish.version",
            f"{file}: the version {told} has the local part {version.local!r}",
            hint="an index takes public versions only; drop what follows the '+'",
        )


def _classifiers(file: str, text: bytes) -> Iterator[Finding]:
    from trove_classifiers import classifiers, deprecated_classifiers  # noqa: PLC0415 - large

    for each in _loose(text).classifiers or ():
        if each.startswith("Private ::"):
            yield fault(
                "publish.classifier",
                f"{file}: {each!r} keeps it off every index",
                hint="take the classifier out when you mean to publish",
            )
        elif each in deprecated_classifiers or each not in classifiers:
            better = ", ".join(deprecated_classifiers.get(each, ()))
            yield fault(
                "publish.classifier",
                f"{file}: there is no classifier {each!r}" + (" any more" if better else ""),
                hint=f"write {better}" if better else "https://pypi.org/classifiers lists them",
            )


def _requirements(file: str, text: bytes) -> Iterator[Finding]:
    for each in _loose(text).requires_dist or ():
        if each.url:
            yield fault(
                "publish.requirement",
                f"{file}: {each.name} is required from an address",
                hint="require a version range; an index refuses addresses",
            )


def _summary(file: str, text: bytes) -> Iterator[Finding]:
    summary = _loose(text).summary or ""
    if len(summary) > LONGEST_SUMMARY:
        yield fault(
            "publish.metadata",
            f"{file}: the description in one line has {len(summary)} characters",
            hint=f"at most {LONGEST_SUMMARY}; the rest belongs into the readme",
        )


def _loose(text: bytes) -> Metadata:
    return Metadata.from_email(text, validate=False)


def _file_names(prepared: Prepared) -> Iterator[Finding]:
    if prepared.wheel is not None:
        yield from _file_name(prepared, prepared.wheel, _of_wheel)
    if prepared.sdist is not None:
        yield from _file_name(prepared, prepared.sdist, _of_sdist)


def _of_wheel(name: str) -> tuple[str, Version]:
    return parse_wheel_filename(name)[:2]


def _of_sdist(name: str) -> tuple[str, Version]:
    return parse_sdist_filename(name)


def _file_name(
    prepared: Prepared, file: Path, parse: Callable[[str], tuple[str, Version]]
) -> Iterator[Finding]:
    hint = "build it with a current build backend; it names the file"
    name, version = prepared.package.name, prepared.package.distribution.version
    try:
        found, number = parse(file.name)
    except (InvalidWheelFilename, InvalidSdistFilename) as error:
        yield fault("publish.file-name", f"{file.name}: {error}", hint=hint)
        return
    normalised = canonicalize_name(name).replace("-", "_")
    if (found, str(number)) != (canonicalize_name(name), str(Version(version))):
        message = f"{file.name} is not a name for {name} {version}"
        yield fault("publish.file-name", message, hint=hint)
    elif not file.name.startswith(f"{normalised}-"):
        message = f"{file.name} does not begin with the normalised name {normalised}"
        yield fault("publish.file-name", message, hint=hint)


def _taken(prepared: Prepared, uv: Uv) -> Iterator[Finding]:
    wanted = f"{prepared.package.name}=={prepared.package.distribution.version}"
    is_there = uv.in_index(wanted)
    if is_there is None:
        why = "it was not asked" if uv.offline else "it did not answer"
        yield unproven(
            "publish.taken",
            f"whether the index has {wanted} already: {why}",
            hint="check again with the index in reach",
        )
    elif is_there:
        yield fault(
            "publish.taken",
            f"the index has {wanted} already",
            hint="raise the version: an index never takes a version twice",
        )


CHECKS: Final[tuple[Callable[[str, bytes], Iterator[Finding]], ...]] = (
    _valid,
    _version,
    _classifiers,
    _requirements,
    _summary,
)
