"""The backend as an application finds it, once the package is installed."""

from pathlib import Path

import pytest
from loom_memory_core import (
    OPTIONAL_VERBS,
    InvalidOptionsError,
    MemoryEntry,
    open_store,
    supports,
)

from loom_memory_acme.plugin import loom_memory_backend, scratch


def test_a_store_is_opened_by_its_url(tmp_path: Path) -> None:
    said = [MemoryEntry(content="likes tea"), MemoryEntry(content="eats no fish")]
    open_store(scratch(tmp_path)).append("user/ada", said)
    assert open_store(scratch(tmp_path)).read("user/ada") == said


def test_the_backend_names_the_verbs_of_its_stores(tmp_path: Path) -> None:
    store = open_store(scratch(tmp_path))
    found = {verb for verb in OPTIONAL_VERBS if supports(store, verb)}
    assert found == set(loom_memory_backend().verbs)


def test_an_option_is_checked(tmp_path: Path) -> None:
    with pytest.raises(InvalidOptionsError, match="busy_timeout_seconds"):
        open_store(scratch(tmp_path), busy_timeout_seconds=-1)
