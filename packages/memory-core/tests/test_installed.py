import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core.installed import (
    InstalledEntry,
    InstalledScheme,
    installed_entries,
    installed_schemes,
)

Install = Callable[..., str]
Run = Callable[[str], subprocess.CompletedProcess[str]]


def _schemes(scheme: str) -> list[InstalledScheme]:
    return [each for each in installed_schemes() if each.scheme == scheme]


def test_metadata_alone_says_who_serves_a_scheme(install: Install) -> None:
    package = install("acme", "raise RuntimeError('imported')", version="2.5")
    assert _schemes("acme") == [InstalledScheme("acme", "loom-acme", "2.5", f"{package}.plugin")]
    assert _schemes("memory")[0].distribution == "loom-memory-core"


def test_reading_what_is_installed_imports_nothing(install: Install, run_python: Run) -> None:
    package = install("acme")
    done = run_python(
        "import sys; from loom_memory_core.installed import installed_schemes\n"
        "schemes = {each.scheme for each in installed_schemes()}\n"
        f"print('acme' in schemes, '{package}' in sys.modules)"
    )
    assert done.stdout == "True False\n"


def test_a_scheme_is_compared_without_case(install: Install) -> None:
    install("Acme")
    assert len(_schemes("acme")) == 1


def test_what_is_installed_later_is_seen(install: Install, site: Path) -> None:
    os.utime(site, (0, 0))  # so that the next change cannot fall into the same clock tick
    assert _schemes("acme") == []
    install("acme")
    assert len(_schemes("acme")) == 1


def test_two_distributions_with_one_scheme_are_both_there(install: Install) -> None:
    install("acme", distribution="first")
    install("acme", distribution="second")
    assert [each.distribution for each in _schemes("acme")] == ["first", "second"]


def test_of_one_distribution_twice_on_the_path_the_first_counts(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("acme", distribution="Loom_Acme", version="1.0")
    older = tmp_path / "older"
    install("acme", distribution="loom.acme", version="0.9", folder=older)
    monkeypatch.syspath_prepend(str(older))
    assert [each.version for each in _schemes("acme")] == ["0.9"]


def test_a_newer_copy_without_the_entry_hides_the_older_one(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("acme", version="1.0")
    newer = tmp_path / "newer"
    install("acme", version="2.0", folder=newer)
    (newer / "loom_acme-2.0.dist-info" / "entry_points.txt").write_text("")
    monkeypatch.syspath_prepend(str(newer))
    assert _schemes("acme") == []


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe not text",
        b"[loom.memory]\nno equals sign\n",
        b"[loom.memory\nacme = x\n",
        b"",
    ],
)
def test_broken_metadata_of_one_hurts_no_other(damage: bytes, install: Install, site: Path) -> None:
    install("acme")
    install("broken")
    (site / "loom_broken-1.0.dist-info" / "entry_points.txt").write_bytes(damage)
    assert len(_schemes("acme")) == 1
    assert _schemes("broken") == []


def test_a_half_removed_distribution_hurts_no_other(install: Install, site: Path) -> None:
    install("acme")
    install("broken")
    (site / "loom_broken-1.0.dist-info" / "METADATA").unlink()
    assert len(_schemes("acme")) == 1


def test_loom_plugins_shuts_schemes_out(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("acme")
    for listed, enabled in [("memory, ACME ,", True), ("memory", False), ("", False)]:
        monkeypatch.setenv("LOOM_PLUGINS", listed)
        assert _schemes("acme")[0].enabled is enabled
    monkeypatch.delenv("LOOM_PLUGINS")
    assert _schemes("acme")[0].enabled


def test_entries_of_any_group_are_read_and_loaded(install: Install, site: Path) -> None:
    package = install("acme", "def command(): return 'ran'")
    (site / "loom_acme-1.0.dist-info" / "entry_points.txt").write_text(
        f"[loom.commands]\nacme.run = {package}.plugin:command\n"
    )
    entry = next(each for each in installed_entries("loom.commands") if each.name == "acme.run")
    assert entry == InstalledEntry(
        "loom.commands", "acme.run", f"{package}.plugin:command", "loom-acme", "1.0"
    )
    command = entry.load()
    assert callable(command)
    assert command() == "ran"
    assert installed_entries("loom.nothing") == ()
