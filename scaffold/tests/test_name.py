"""Which names a backend can have, and what is said about the others."""

import re
from importlib.metadata import distributions
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import installed_schemes
from loom_scaffold import BackendName, ScaffoldError
from loom_scaffold.claims import LOOMS_OWN

LOOMS = {
    each.metadata["Name"]
    for each in distributions()
    if each.metadata["Name"].startswith("loom-memory-")
    and "The Loom authors" in (each.metadata["Author"] or "")
}
"""The distributions that are Loom's own, of those that are installed."""


def refusal(text: str) -> ScaffoldError:
    with pytest.raises(ScaffoldError) as caught:
        BackendName.parse(text)
    return caught.value


@pytest.mark.parametrize(
    "name", ["acme", "a", "s3", "couch-db", "x" * 24, "class", "import", "json"]
)
def test_a_good_name_is_taken_as_it_is(name: str) -> None:
    assert BackendName.parse(name).scheme == name


def test_a_name_gives_all_others() -> None:
    name = BackendName.parse("s3-glacier-2")
    assert name.distribution == "loom-memory-s3-glacier-2"
    assert name.module == "loom_memory_s3_glacier_2"
    assert name.class_prefix == "S3Glacier2"


@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("Acme", "acme"),
        ("CouchDB", "couchdb"),
        ("couch_db", "couch-db"),
        ("couch db", "couch-db"),
        (" acme ", "acme"),
        ("a--b", "a-b"),
        ("-acme-", "acme"),
        ("acme.io", "acme-io"),
        ("vector+acme", "vector-acme"),
        ("loom-memory-acme", "acme"),
        ("Loom_Memory_Acme", "acme"),
        ("Café", "cafe"),
        ("cafe\u0301", "cafe"),
        ("Straße", "strasse"),
        ("ＡＣＭＥ", "acme"),
        ("ﬁle", "file"),
    ],
)
def test_a_near_miss_is_told_what_works(text: str, works: str) -> None:
    error = refusal(text)
    assert error.hint == f"use {works!r}"
    assert BackendName.parse(works).scheme == works


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is empty"),
        ("память", "it holds 'п', 'а', 'м', 'я', 'т', 'ь'"),
        ("記憶db", "it holds '記', '憶'"),
        ("ذاكرة", "it holds"),
        ("ørsted", "it holds 'ø'"),
        ("acme🧶", "it holds '🧶'"),
        ("acme\x00", r"it holds '\x00'"),
        ("../acme\n!", "it holds"),
        ("a:b", "it holds ':'"),
        ("2fast", "it begins with a digit"),
        ("x" * 25, "it is 25 characters long, and 24 are allowed"),
        ("---", "a hyphen stands between two words"),
    ],
)
def test_where_no_spelling_is_certain_the_letters_are_named(text: str, fault: str) -> None:
    error = refusal(text)
    assert fault in error.message
    assert "a to z, 0 to 9 and single hyphens" in error.hint
    assert "'couch-db'" in error.hint


@pytest.mark.parametrize("text", ["sqlite", "postgres", "postgresql", "memory", "core", "vector"])
def test_looms_own_names_are_taken(text: str) -> None:
    assert refusal(text).message.endswith("belong to Loom itself")
    assert BackendName.parse(f"my-{text}").scheme == f"my-{text}"


@given(st.text(max_size=40) | st.from_regex(r"[A-Za-zÀ-ž0-9 _.-]{1,30}", fullmatch=True))
def test_every_text_is_a_name_or_is_told_why_not(text: str) -> None:
    try:
        assert BackendName.parse(text).scheme == text
    except ScaffoldError as error:
        offered = re.fullmatch(r"use '(.*)'", error.hint)
        if offered:
            assert BackendName.parse(offered[1]).scheme == offered[1]


def test_no_package_of_loom_is_forgotten() -> None:
    schemes = {each.scheme for each in installed_schemes() if each.distribution in LOOMS}
    names = {each.removeprefix("loom-memory-") for each in LOOMS}
    assert {each for each in schemes | names if "+" not in each} <= LOOMS_OWN


def test_a_spelling_that_is_taken_is_not_offered() -> None:
    assert refusal("SQLite").message.startswith("'sqlite' is taken")


def test_a_name_that_pytest_would_collect_is_refused() -> None:
    assert "pytest would take its classes for tests" in refusal("testify").message


def install(site: Path, distribution: str, entry_points: str = "") -> None:
    info = site / f"{distribution.replace('-', '_')}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(entry_points)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_an_installed_scheme_is_taken(site: Path) -> None:
    install(site, "bolt-for-loom", "[loom.memory]\nbolt = bolt.plugin\n")
    message = refusal("bolt").message
    assert message == "'bolt' is taken: bolt-for-loom 1.5, which is installed, serves bolt://"


def test_a_scheme_that_is_shut_out_is_taken_all_the_same(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "bolt-for-loom", "[loom.memory]\nbolt = bolt.plugin\n")
    monkeypatch.setenv("LOOM_PLUGINS", "")
    assert "serves bolt://" in refusal("bolt").message


def test_an_installed_distribution_is_taken(site: Path) -> None:
    install(site, "loom-memory-bolt-2")
    assert refusal("bolt-2").message == "'bolt-2' is taken: loom-memory-bolt-2 1.5 is installed"


def test_a_module_that_can_be_imported_would_be_shadowed(site: Path) -> None:
    (site / "loom_memory_bolt.py").write_text("raise SystemExit('nobody imports it')")
    message = refusal("bolt").message
    assert message.endswith(f"from {site / 'loom_memory_bolt.py'}")
