"""A package that is what it should be passes: as a project, an sdist, a wheel, and installed."""

from pathlib import Path

import pytest
from acme_package import Acme
from checked import Quiet, checked
from loom_conformance.check.caller_wheels import pack
from loom_conformance.check.checking import check
from loom_conformance.check.request import Request
from loom_conformance.check.result import CheckReport
from loom_conformance.check.uv_tool import Uv


def test_an_installed_package_passes_with_every_case(acme: Acme) -> None:
    acme.install()
    report = checked(cases=())
    assert report.findings == ()
    assert (report.conformant, report.level) == (True, "core")
    (backend,) = report.backends
    assert (backend.schemes, backend.durable, backend.store) == (("acme",), True, "scratch")
    assert backend.verbs == ("append", "read", "clear")
    assert report.import_seconds is not None


def test_its_distribution_names_it_as_well(acme: Acme) -> None:
    acme.install()
    report = checked("acme-loom")
    assert report.conformant
    assert (report.distribution, report.version, report.kind) == ("acme-loom", "1.0", "installed")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the sdist of the honest package."""
    home = tmp_path_factory.mktemp("built")
    Uv().build(Acme(home).project, home / "dist")
    return home / "dist"


def checked_in_new_environment(target: Path) -> CheckReport:
    return check(Request(str(target), cases=("append.order", "reopen.*")), Quiet())


def test_a_project_is_built_and_checked_in_a_new_environment(acme: Acme) -> None:
    before = {path: path.stat().st_mtime_ns for path in acme.project.rglob("*")}
    report = checked_in_new_environment(acme.project)
    assert report.findings == ()
    assert (report.conformant, report.kind, report.distribution) == (True, "project", "acme-loom")
    assert {path: path.stat().st_mtime_ns for path in acme.project.rglob("*")} == before


@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_what_was_built_is_checked_in_a_new_environment(built: Path, pattern: str) -> None:
    (file,) = built.glob(pattern)
    report = checked_in_new_environment(file)
    assert report.findings == ()
    assert report.conformant
    assert report.distribution == "acme-loom"
    lent = any("loom-memory-core" in each and "own" in each for each in report.notes)
    assert lent == (Uv().newest("loom-memory-core") is None)


def test_core_and_the_kit_come_from_a_folder_of_wheels_that_is_named(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("loom-memory-core", "loom-conformance"):
        pack(name, tmp_path / "wheels")
    (wheel,) = built.glob("*.whl")
    monkeypatch.chdir(tmp_path)
    report = check(Request(str(wheel), find_links=("wheels",), cases=("append.order",)), Quiet())
    assert report.conformant
    assert report.notes == ()
