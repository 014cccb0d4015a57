"""A store in a folder of its own, and the one file that a key has there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core import StoreUrl

from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.store import JsonlMemoryStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


@pytest.fixture
def store(folder: Path) -> JsonlMemoryStore:
    return JsonlMemoryStore(JsonlOptions(url=StoreUrl.parse(f"jsonl:///{folder}")))


@pytest.fixture
def only_file(folder: Path) -> Callable[[], Path]:
    """Gives the only file of lines that the folder has."""

    def find() -> Path:
        (path,) = folder.glob("*.jsonl")
        return path

    return find
