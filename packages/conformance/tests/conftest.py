"""The stores of these tests can be imported, here and by the processes that cases start."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from acme_package import Acme

FOLDER = str(Path(__file__).parent)
if FOLDER not in sys.path:
    sys.path.insert(0, FOLDER)

collect_ignore = ["acme"]


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Acme"]:
    """An honest package, not yet installed; what is put on the path goes with the test."""
    from acme_package import Acme

    for name in ("LOOM_PLUGINS", "LOOM_MEMORY_URL", "PYTHONPATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield Acme(tmp_path)
    for name in [each for each in sys.modules if each.partition(".")[0] == "acme_loom"]:
        del sys.modules[name]
