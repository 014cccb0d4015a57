"""The package root, its stub and its modules name the same things, and importing loads none."""

import re
import subprocess
import sys
from pathlib import Path

import loom_conformance
import pytest
from loom_conformance.hard_strings import HARD_STRINGS, SURROGATES
from loom_conformance.lazy import MODULES, NAMES
from loom_memory_core import InvalidEntryError, MemoryEntry

STUB = Path(str(loom_conformance.__file__)).with_suffix(".pyi").read_text()


def test_the_stub_says_what_the_root_gives() -> None:
    told = re.findall(r"^from loom_conformance\.([\w.]+) import (\w+) as \2$", STUB, re.MULTILINE)
    assert sorted(told) == sorted(
        (module, name) for module, names in MODULES.items() for name in names
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_had(name: str) -> None:
    assert getattr(loom_conformance, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        loom_conformance.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_loading_the_plugin_loads_nothing_heavy() -> None:
    code = (
        "import sys, loom_conformance.pytest_plugin; "
        "print({'hypothesis', 'pydantic', 'loom_memory_core'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("name", HARD_STRINGS)
def test_a_hard_string_can_be_stored(name: str) -> None:
    entry = MemoryEntry(content=HARD_STRINGS[name])
    assert MemoryEntry.from_json(entry.to_json()) == entry


@pytest.mark.parametrize("name", SURROGATES)
def test_half_a_character_cannot(name: str) -> None:
    with pytest.raises(InvalidEntryError):
        MemoryEntry(content=SURROGATES[name])


def test_hard_strings_differ() -> None:
    assert len(set(HARD_STRINGS.values())) == len(HARD_STRINGS) >= 60
