"""The packages are named, versioned and declared as one family, and each stands alone."""

from pathlib import Path
from typing import Any

import pytest
from members import ROOT, members, metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

MEMBERS = members()
VERSIONS = {
    metadata(each)["project"]["name"]: metadata(each)["project"]["version"] for each in MEMBERS
}

each_member = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)


def project(member: Path) -> dict[str, Any]:
    return dict(metadata(member)["project"])


def requirements(member: Path) -> list[Requirement]:
    """All that a package may install, its extras included."""
    extras = project(member).get("optional-dependencies", {}).values()
    texts = [
        *project(member).get("dependencies", []),
        *(text for extra in extras for text in extra),
    ]
    return [Requirement(text) for text in texts]


def siblings(member: Path) -> list[Requirement]:
    return [each for each in requirements(member) if each.name.startswith("loom-")]


def constraints() -> dict[str, str]:
    """Name to version; where the Pythons differ, the last one."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line.partition(";")[0].strip() for line in lines if not line.startswith("#")]
    return dict(pin.split("==") for pin in pins)


def test_the_root_cannot_be_published() -> None:
    assert "project" not in metadata(ROOT)


@each_member
def test_folder_gives_distribution_and_import_name(member: Path) -> None:
    name = f"loom-{member.name}"
    assert project(member)["name"] == name
    modules = [path.name for path in (member / "src").iterdir() if path.is_dir()]
    assert modules == [name.replace("-", "_")]


@each_member
def test_version_is_static(member: Path) -> None:
    assert "dynamic" not in project(member)
    assert project(member)["requires-python"] == ">=3.11"


@each_member
def test_sibling_ranges_hold_the_workspace_version(member: Path) -> None:
    wrong = [
        f"{each} does not hold {VERSIONS[each.name]}"
        for each in siblings(member)
        if each.specifier and not each.specifier.contains(VERSIONS[each.name], prereleases=True)
    ]
    assert wrong == []


@each_member
def test_siblings_are_ranges_and_never_pinned(member: Path) -> None:
    own = project(member)["name"]
    operators = {
        str(each): {part.operator for part in each.specifier}
        for each in siblings(member)
        if each.name != own
    }
    assert {text: found for text, found in operators.items() if found != {">=", "<"}} == {}


@each_member
def test_types_readme_licence_and_changelog_are_there(member: Path) -> None:
    module = project(member)["name"].replace("-", "_")
    assert (member / "src" / module / "py.typed").exists()
    assert (
        (member / project(member)["readme"]).read_text().startswith(f"# {project(member)['name']}")
    )
    assert project(member)["license"] == "Apache-2.0"
    assert (member / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert metadata(member)["tool"]["towncrier"]["name"] == project(member)["name"]
    assert "<!-- towncrier release notes start -->" in (member / "CHANGELOG.md").read_text()


@each_member
def test_every_requirement_is_met_by_its_constraint(member: Path) -> None:
    held = constraints()
    wrong = [
        str(each)
        for each in requirements(member)
        if each not in siblings(member)
        and not each.specifier.contains(held.get(canonicalize_name(each.name), "0"))
    ]
    assert wrong == [], "run `make constraints`"


def test_constraints_hold_versions_and_nothing_else() -> None:
    text = (ROOT / "constraints.txt").read_text()
    assert constraints()
    assert not any(mark in text for mark in ("://", "--", " @ ", "sha256"))


def test_nothing_brings_torch() -> None:
    assert not any(name.startswith(("torch", "nvidia")) for name in constraints())
