"""Real installed plugins: a folder on the path, with packages and their metadata."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pytest

SOUND_PLUGIN = """
from pydantic import BaseModel, ConfigDict, Field, SecretStr
from loom_memory_core.backend import Backend
from loom_memory_core.hookspecs import hookimpl
from loom_memory_core.url import StoreUrl

class Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
    url: StoreUrl
    retries: int = Field(default=3, ge=0, description="how often a write is tried again")
    wait_seconds: float = Field(default=1.0, description="between two tries")
    read_only: bool = Field(default=False, description="refuse writes")
    api_key: SecretStr | None = Field(default=None, description="of the hosted service")
    namespace: str = Field(default="public", alias="schema", description="holds the tables")

class Store:
    def __init__(self, options):
        self.options = options
        self.closed = False
    def append(self, key, entries): pass
    def read(self, key, *, limit=None): return []
    def clear(self, key): pass
    def close(self): self.closed = True

@hookimpl
def loom_memory_backend():
    return Backend(
        name="SCHEME", options=Options, open=Store, summary="A store for tests.",
        contract="1.0", matching="terms", verbs=("close",),
    )
"""


class Install(Protocol):
    def __call__(
        self,
        scheme: str,
        code: str = SOUND_PLUGIN,
        *,
        distribution: str | None = None,
        version: str = "1.0",
        folder: Path | None = None,
    ) -> str: ...


@pytest.fixture
def sound_plugin() -> str:
    """The code of a plugin without fault; SCHEME stands for its name."""
    return SOUND_PLUGIN


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is on the path, of this process and of its children."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@pytest.fixture
def install(site: Path) -> Install:
    """Put a distribution with one plugin on the path; gives the name of its package."""

    def install(
        scheme: str,
        code: str = SOUND_PLUGIN,
        *,
        distribution: str | None = None,
        version: str = "1.0",
        folder: Path | None = None,
    ) -> str:
        package = f"plugin_{uuid4().hex}"
        home = folder or site
        (home / package).mkdir(parents=True)
        (home / package / "__init__.py").write_text("")
        (home / package / "plugin.py").write_text(code.replace("SCHEME", scheme))
        name = distribution or f"loom-{scheme}"
        info = home / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[loom.memory]\n{scheme} = {package}.plugin\n")
        (info / "RECORD").write_text(f"{package}/plugin.py,,\n")
        return package

    return install


@pytest.fixture
def run_python(site: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Run code in a new process that sees the installed plugins."""

    def run(code: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONPATH": str(site)},
            check=True,
            capture_output=True,
            text=True,
        )

    return run
