"""What a package index would refuse, found before it is asked."""

import shutil
from pathlib import Path

import pytest
from acme_package import Acme
from loom_conformance.check.finding import Finding
from loom_conformance.check.prepared import Prepared, uninstalled
from loom_conformance.check.publishing import publish_findings
from loom_conformance.check.uv_tool import Uv


def built(acme: Acme, folder: Path) -> Prepared:
    Uv().build(acme.project, folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Prepared(None, uninstalled(wheel, core="0.1.0"), sdist=sdist, wheel=wheel)


def refused(acme: Acme, folder: Path) -> list[Finding]:
    return list(publish_findings(built(acme, folder), Uv(offline=True)))


def test_what_an_index_takes_has_no_fault(acme: Acme, tmp_path: Path) -> None:
    assert refused(acme, tmp_path / "dist") == []


REQUIRES = '"loom-memory-core>=0.1,<0.2"'

REFUSED = {
    "publish.version": ('version = "1.0"', 'version = "1.0+mine"', "the local part 'mine'"),
    "publish.classifier": (
        "authors =",
        'classifiers = ["Private :: Do Not Upload"]\nauthors =',
        "keeps it off every index",
    ),
    "publish.requirement": (
        REQUIRES,
        f'{REQUIRES}, "bolt @ https://example.org/bolt.whl"',
        "bolt is required from an address",
    ),
    "publish.metadata": (
        'description = "Agent memory in files of Acme."',
        f'description = "{"long " * 120}"',
        "the description in one line has",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_an_index_refuses_is_named(acme: Acme, tmp_path: Path, name: str) -> None:
    old, new, said = REFUSED[name]
    acme.change("pyproject.toml", old, new)
    acme.change("pyproject.toml", "[tool.hatch", "[tool.hatch.metadata]\n"
                "allow-direct-references = true\n\n[tool.hatch")  # fmt: skip
    findings = refused(acme, tmp_path / "dist")
    assert {each.id for each in findings} == {name}
    assert all(said in each.message and each.hint for each in findings)
    files = {each.message.partition(":")[0].rpartition(".")[2] for each in findings}
    assert files == {"whl", "gz"}


def test_a_file_of_another_name_is_named(acme: Acme, tmp_path: Path) -> None:
    made = built(acme, tmp_path / "dist")
    assert made.wheel
    other = made.wheel.rename(made.wheel.with_name("acme.loom-1.0-py3-none-any.whl"))
    prepared = Prepared(None, made.package, wheel=other)
    names = [each.id for each in publish_findings(prepared, Uv(offline=True))]
    assert names == ["publish.file-name", "publish.sdist"]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The folder of the distribution in an index that does not have it yet."""
    folder = tmp_path / "index" / "acme-loom"
    folder.mkdir(parents=True)
    (folder / "index.html").touch()
    return folder


def told(prepared: Prepared, index: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What is found with this index; the build before it needs the user's own."""
    monkeypatch.setenv("UV_DEFAULT_INDEX", index.parent.as_uri())
    return list(publish_findings(prepared, Uv()))


def test_an_index_that_has_the_version_is_asked(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    upload(prepared, index)
    (found,) = told(prepared, index, monkeypatch)
    assert found.id == "publish.taken"
    assert "the index has acme-loom==1.0 already" in found.message


def test_a_constraint_of_the_user_hides_nothing_that_the_index_has(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    upload(prepared, index)
    (tmp_path / "constraints.txt").write_text("acme-loom==0.9\n", encoding="utf-8")
    monkeypatch.setenv("UV_CONSTRAINT", str(tmp_path / "constraints.txt"))
    assert [each.id for each in told(prepared, index, monkeypatch)] == ["publish.taken"]


def test_a_folder_of_wheels_is_no_index(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path / "dist"))
    assert Uv().newest("acme-loom==1.0") == "1.0"
    assert told(prepared, index, monkeypatch) == []


def upload(prepared: Prepared, index: Path) -> None:
    assert prepared.wheel is not None
    shutil.copy(prepared.wheel, index)
    name = prepared.wheel.name
    (index / "index.html").write_text(f'<a href="{name}">{name}</a>', encoding="utf-8")
