"""Real processes and really installed distributions: folders on the path with their metadata."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loom_memory_cli.main import program

ACME = Path(__file__).parent / "acme" / "acme_memory.py"


Install = Callable[..., None]
Loom = Callable[..., subprocess.CompletedProcess[str]]
Invoke = Callable[..., Result]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is on the path, of this process and of its children."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    for name in ("LOOM_PLUGINS", "LOOM_MEMORY_URL", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def install(site: Path) -> Install:
    """Put a distribution on the path."""

    def install(
        distribution: str,
        entries: Mapping[str, Mapping[str, str]],
        modules: Mapping[str, str],
        *,
        version: str = "1.0",
        folder: Path | None = None,
    ) -> None:
        home = folder or site
        for name, code in modules.items():
            (home / f"{name}.py").write_text(code)
        info = home / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
        )
        lines = [
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in group_entries.items())
            for group, group_entries in entries.items()
        ]
        (info / "entry_points.txt").write_text("\n".join(lines))

    return install


@pytest.fixture
def loom(site: Path) -> Loom:
    """Run the command in a process of its own, which sees what is installed."""

    def run(
        *arguments: str, stdin: str | bytes = b"", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "loom_memory_cli", *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            env=os.environ | variables,
            cwd=site.parent,
            capture_output=True,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run


@pytest.fixture
def invoke(site: Path) -> Invoke:  # noqa: ARG001 - puts the folder on the path
    """Run the command in this process."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Result:
        return CliRunner().invoke(program(), arguments, input=stdin)

    return run


@pytest.fixture
def acme(site: Path, install: Install) -> str:
    """The URL of a store that a stranger's backend will keep in a file, not yet there."""
    install(
        "acme-memory",
        {"loom.memory": {"acme": "acme_memory"}},
        {"acme_memory": ACME.read_text()},
    )
    return f"acme:///{site.parent}/acme.jsonl"


@pytest.fixture
def sqlite() -> None:
    """Needs the SQLite backend, which is a package of its own."""
    if find_spec("loom_memory_sqlite"):
        return
    if "sqlite" in os.environ.get("LOOM_REQUIRE", "").split(","):
        pytest.fail("sqlite is required here, and loom-memory-sqlite is not installed")
    pytest.skip("sqlite: loom-memory-sqlite is not installed")
