"""What a package installs and says of itself, looked at without running anything of it."""

from importlib.metadata import Distribution

import pytest
from acme_package import ENTRY_POINTS, METADATA, Acme
from loom_conformance.check.contents import contents_of
from loom_conformance.check.finding import Finding
from loom_conformance.check.packaging_checks import Package, packaging_findings
from loom_conformance.check.readme import readme_findings
from loom_conformance.check.source_imports import import_findings

INFO = "acme_loom-1.0.dist-info"


def found(
    acme: Acme, *, metadata: str = METADATA, entries: str = ENTRY_POINTS, newest: str | None = None
) -> list[Finding]:
    acme.install(metadata=metadata, entries=entries)
    origin = Distribution.at(acme.site / INFO)
    points = tuple(origin.entry_points.select(group="loom.memory"))
    contents = contents_of(origin, [point.module for point in points])
    package = Package(origin, contents, points, core="0.1.0", newest_core=newest)
    return [*packaging_findings(package), *readme_findings(package), *import_findings(contents)]


def test_an_honest_package_has_no_fault(acme: Acme) -> None:
    assert found(acme, newest="0.1.9") == []


REQUIRES = "Requires-Dist: loom-memory-core<0.2,>=0.1"

SPOILT = {
    "summary": ("Summary: Agent memory in files of Acme.\n", "", "packaging.metadata", "Summary"),
    "python": ("Requires-Python: >=3.11\n", "", "packaging.metadata", "no Requires-Python"),
    "author": ("Author: The Acme authors\n", "", "packaging.metadata", "names no author"),
    "licence": ("License-Expression: Apache-2.0\n", "", "packaging.licence", "names no licence"),
    "licence file": ("License-File: LICENSE\n", "", "packaging.licence", "no licence file"),
    "no core": (f"{REQUIRES}\n", "", "packaging.core-range", "does not require loom-memory-core"),
    "pinned": ("<0.2,>=0.1", "==0.1.0", "packaging.core-range", "pins one version"),
    "no lower bound": (",>=0.1", "", "packaging.core-range", "has no lower bound"),
    "no upper bound": ("<0.2,", "", "packaging.core-range", "has no upper bound"),
    "too old": (
        "<0.2,>=0.1",
        "<0.1,>=0.0.1",
        "packaging.core-range",
        "leaves out loom-memory-core",
    ),
    "no readme": (
        "\n# acme-loom\n\nA backend that is what it should be.\n",
        "",
        "packaging.readme",
        "has no description",
    ),
    "readme type": ("text/markdown", "text/html", "packaging.readme", "'text/html'"),
    "readme syntax": (
        "text/markdown\n\n# acme-loom\n",
        "text/x-rst\n\n.. nothing::\n\n=====\nacme\n",
        "packaging.readme",
        "does not render as text/x-rst",
    ),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_metadata_that_is_wrong_is_named(acme: Acme, fault: str) -> None:
    old, new, name, said = SPOILT[fault]
    assert old in METADATA
    findings = found(acme, metadata=METADATA.replace(old, new))
    assert [(each.id, said in each.message) for each in findings] == [(name, True)], findings
    assert findings[0].hint


def test_a_range_that_leaves_out_the_newest_core_is_named(acme: Acme) -> None:
    (finding,) = found(acme, newest="0.2.1")
    assert finding.id == "packaging.core-range"
    assert "loom-memory-core 0.2.1, which is the newest" in finding.message


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (
            "[loom.memory]\nacme = acme_loom.plugins\n",
            "acme_loom/plugins.py is not among the files",
        ),
        ("[loom.memory]\nacme = acme_loom.plugin:hook\n", "names 'hook' inside a module"),
        ("[other]\nacme = acme_loom.plugin\n", "no entry point in the group loom.memory"),
    ],
)
def test_an_entry_point_that_leads_nowhere_is_named(acme: Acme, entries: str, said: str) -> None:
    findings = found(acme, entries=entries)
    assert [each.id for each in findings] == ["packaging.entry-point"]
    assert said in findings[0].message


def test_a_missing_type_marker_is_named(acme: Acme) -> None:
    (acme.project / "src" / "acme_loom" / "py.typed").unlink()
    (finding,) = found(acme)
    assert (finding.id, "acme_loom/py.typed" in finding.message) == ("packaging.py-typed", True)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("acme_loom/test_store.py", "is a test, and is installed"),
        ("acme_loom/tests/data.py", "is a test, and is installed"),
        ("tests/data.py", "is installed beside everybody's packages"),
        ("examples/demo.py", "is installed beside everybody's packages"),
    ],
)
def test_what_leaks_into_the_wheel_is_named(acme: Acme, path: str, said: str) -> None:
    acme.change(f"src/{path}", "", "")
    (finding,) = found(acme)
    assert finding.id == "packaging.leak"
    assert f"{path} {said}" in finding.message


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("from loom_memory_core.terms import tokenize", True),
        ("import loom_memory_sqlite.store", True),
        ("from loom_memory_core import _terms", True),
        ("def later():\n    from loom_conformance.calls import RIGHT", True),
        ("from loom_memory_core import tokenize", False),
        ("from loom_memory_core.language import stems", False),
        ("from loom_memory_core.hookspecs import hookimpl", False),
        ("from acme_loom._inner import thing", False),
        ("from ._inner import thing", False),
        ("from loom_memory_core import __doc__", False),
    ],
)
def test_what_another_package_has_not_promised_is_named(
    acme: Acme, code: str, *, fault: bool
) -> None:
    acme.change("src/acme_loom/more.py", "", code)
    findings = found(acme)
    assert [each.id for each in findings] == ["import.private"] * fault
    assert all(each.weight == "fault" and "acme_loom/more.py:" in each.message for each in findings)
