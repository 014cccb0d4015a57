"""Our own backends pass the check that we hand to everybody."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from members import ROOT


def check(target: str, folder: Path, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        ["loom", "plugin", "check", target, "--json", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_reference_passes(tmp_path: Path) -> None:
    report = check("memory", tmp_path, "--offline")
    assert (report["level"], report["findings"]) == ("full", [])


def test_sqlite_passes_as_an_index_would_get_it(tmp_path: Path) -> None:
    report = check(str(ROOT / "packages" / "memory-sqlite"), tmp_path, "--publish")
    assert (report["level"], report["findings"]) == ("full", [])


def test_postgres_passes_on_a_live_server(tmp_path: Path, postgres_url: str) -> None:
    report = check("postgres", tmp_path, "--offline", "--url", postgres_url)
    assert (report["level"], report["findings"]) == ("full", [])


@pytest.mark.parametrize("name", ["memory-core", "memory-postgres"])
def test_the_others_are_what_an_index_takes(tmp_path: Path, name: str, postgres_url: str) -> None:
    folder = str(ROOT / "packages" / name)
    url = ("--url", postgres_url) if name == "memory-postgres" else ()
    report = check(folder, tmp_path, "--publish", "--case", "append.*", *url)
    assert (report["conformant"], report["findings"]) == (True, [])


def test_every_finding_has_its_place_in_the_reference() -> None:
    source = ROOT / "packages" / "conformance" / "src" / "loom_conformance" / "check"
    areas = "packaging|import|hook|options|verbs|kit|publish"
    text = "".join(path.read_text() for path in source.rglob("*.py"))
    named = set(re.findall(rf'"((?:{areas})\.[a-z-]+)"', text))
    page = (ROOT / "docs" / "reference" / "plugin-check.md").read_text()
    explained = set(re.findall(r"^### `([a-z.-]+)`$", page, flags=re.MULTILINE))
    assert named == explained
    assert len(named) > 30
