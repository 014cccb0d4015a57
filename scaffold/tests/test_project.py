"""What is in a package, whatever it is called."""

import tomllib
from importlib.metadata import requires
from typing import Any

import pytest
from loom_memory_core import CONTRACT_VERSION, OPTIONAL_VERBS
from loom_scaffold import ScaffoldError, memory_project
from loom_scaffold.license import LICENSES
from loom_scaffold.template import template_files
from packaging.requirements import Requirement


def pyproject(name: str, author: str | None = None) -> dict[str, Any]:
    return tomllib.loads(memory_project(name, author=author).files["pyproject.toml"])


def test_every_file_of_a_backend_is_there() -> None:
    assert list(memory_project("couch-db").files) == [
        ".github/workflows/ci.yml",
        ".gitignore",
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "pyproject.toml",
        "src/loom_memory_couch_db/__init__.py",
        "src/loom_memory_couch_db/options.py",
        "src/loom_memory_couch_db/plugin.py",
        "src/loom_memory_couch_db/py.typed",
        "src/loom_memory_couch_db/store.py",
        "tests/test_contract.py",
        "tests/test_faults.py",
        "tests/test_plugin.py",
    ]


def test_nothing_speaks_of_acme_any_more() -> None:
    texts = memory_project("couch-db").files.items()
    assert [path for path, text in texts if "acme" in f"{path} {text}".casefold()] == []


def test_acme_itself_is_a_good_name() -> None:
    assert memory_project("acme").files == template_files("memory")


def test_a_name_may_hold_acme() -> None:
    assert "src/loom_memory_acme_cloud/store.py" in memory_project("acme-cloud").files


@pytest.mark.parametrize("name", ["acme", "couch-db", "class", "none", "s3", "x" * 24])
def test_all_that_is_python_compiles(name: str) -> None:
    for path, text in memory_project(name).files.items():
        if path.endswith(".py"):
            compile(text, path, "exec")


def test_the_name_is_in_the_metadata() -> None:
    project = pyproject("couch-db")["project"]
    assert project["name"] == "loom-memory-couch-db"
    assert project["entry-points"]["loom.memory"] == {"couch-db": "loom_memory_couch_db.plugin"}
    assert project["authors"] == [{"name": "The CouchDb authors"}]


def test_it_asks_for_the_core_that_the_scaffold_was_tested_with() -> None:
    own = {Requirement(each) for each in requires("loom-scaffold") or ()}
    wanted = {Requirement(each) for each in pyproject("couch-db")["project"]["dependencies"]}
    assert wanted
    assert wanted <= own


def test_it_is_written_for_the_contract_that_is_installed() -> None:
    files = memory_project("couch-db").files
    assert f'contract="{CONTRACT_VERSION}"' in files["src/loom_memory_couch_db/plugin.py"]
    assert f"memory contract {CONTRACT_VERSION}: core" in files["README.md"]


def test_optional_verbs_are_explained_and_not_written() -> None:
    files = memory_project("couch-db").files
    store = files["src/loom_memory_couch_db/store.py"]
    assert [verb for verb in OPTIONAL_VERBS if f"**`{verb}`**" not in files["README.md"]] == []
    assert [verb for verb in OPTIONAL_VERBS if f"``{verb}(" not in store] == []
    assert [verb for verb in OPTIONAL_VERBS if f"def {verb}(" in store] == []


@pytest.mark.parametrize(
    ("author", "table"),
    [
        ("Ada Lovelace", {"name": "Ada Lovelace"}),
        ("Ада <ada@example.org>", {"name": "Ада", "email": "ada@example.org"}),
        ('Ada "acme" \\ Lovelace', {"name": 'Ada "acme" \\ Lovelace'}),
    ],
    ids=["name", "address", "quotes"],
)
def test_the_author_is_in_the_metadata(author: str, table: dict[str, str]) -> None:
    assert pyproject("couch-db", author)["project"]["authors"] == [table]


@pytest.mark.parametrize(
    "author",
    ["", " ", "a\nb", "\x1b[31m", "<ada@example.org>", "Ada <ada", "Ada <ada>", "A <a@b c>"],
)
def test_what_is_no_author_is_refused(author: str) -> None:
    with pytest.raises(ScaffoldError, match="cannot be an author"):
        memory_project("couch-db", author=author)


def test_it_has_the_licence_of_the_template_unless_another_is_named() -> None:
    files = memory_project("couch-db").files
    assert files["LICENSE"] == template_files("memory")["LICENSE"]
    assert pyproject("couch-db")["project"]["license"] == "Apache-2.0"


@pytest.mark.parametrize("license_id", LICENSES[1:])
def test_another_licence_is_in_the_metadata_and_as_a_text(license_id: str) -> None:
    files = memory_project("couch-db", license_id=license_id).files
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert (project["license"], project["license-files"]) == (license_id, ["LICENSE"])
    name = {"BSD-3-Clause": "BSD 3-Clause", "MIT": "MIT", "MPL-2.0": "Mozilla Public"}[license_id]
    assert files["LICENSE"].startswith(f"{name} License")
    assert "acme" not in files["LICENSE"].casefold()
    assert list(files) == list(memory_project("couch-db").files)


@pytest.mark.parametrize("license_id", ["BSD-3-Clause", "MIT"])
def test_the_holder_of_the_copyright_is_the_author(license_id: str) -> None:
    nobody = memory_project("bolt", license_id=license_id).files["LICENSE"]
    assert "\nCopyright (c) The Bolt authors\n" in nobody
    author = "Ada Lovelace <ada@example.org>"
    signed = memory_project("bolt", author=author, license_id=license_id).files["LICENSE"]
    assert signed == nobody.replace("The Bolt authors", "Ada Lovelace")


def test_there_is_a_text_for_each_licence_that_can_be_named() -> None:
    assert list(template_files("licenses")) == [f"{each}.txt" for each in LICENSES[1:]]


@pytest.mark.parametrize("license_id", ["", "mit", "GPL-3.0-only", "../memory/LICENSE"])
def test_a_licence_without_a_text_is_refused(license_id: str) -> None:
    with pytest.raises(ScaffoldError, match="no text for the licence") as caught:
        memory_project("bolt", license_id=license_id)
    assert "Apache-2.0, BSD-3-Clause, MIT, MPL-2.0" in caught.value.hint
