"""The reference has a place for every error, command, option and hook."""

import importlib
import inspect
import re
from collections.abc import Iterator

import click
import pytest
from loom_memory_cli.main import program
from loom_memory_core import LoomError
from members import ROOT, members, metadata

REFERENCE = ROOT / "docs" / "reference"


def errors(root: type[LoomError] = LoomError) -> Iterator[type[LoomError]]:
    """``root`` and all that descends from it in Loom's own packages."""
    yield root
    for child in root.__subclasses__():
        yield from errors(child)


def own_errors() -> list[type[LoomError]]:
    for member in members():
        importlib.import_module(metadata(member)["project"]["name"].replace("-", "_"))
    return [each for each in set(errors()) if each.__module__.startswith("loom_")]


def commands(command: click.Command, name: str = "loom") -> Iterator[tuple[str, click.Command]]:
    """Every command below ``command`` under the words that a user types."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            assert found is not None, f"{name} {child} is listed and cannot be had"
            yield from commands(found, f"{name} {child}")


def section(page: str, heading: str) -> str:
    """What stands under a heading of any level, up to the next one; empty if there is none."""
    pattern = rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)"
    found = re.search(pattern, page, flags=re.MULTILINE | re.DOTALL)
    return found.group(1).strip() if found else ""


def test_a_section_ends_at_the_next_heading() -> None:
    page = "# Page\n\n### `a`\n\nText.\n\n### `b`\n\n### `c`\n"
    assert [section(page, f"`{name}`") for name in "abd"] == ["Text.", "", ""]


def test_every_error_code_is_explained() -> None:
    page = (REFERENCE / "errors.md").read_text()
    silent = [each.code for each in own_errors() if not section(page, f"`{each.code}`")]
    assert sorted(silent) == []


def is_public(error: type[LoomError]) -> bool:
    package = importlib.import_module(error.__module__.partition(".")[0])
    return hasattr(package, error.__name__)


def test_every_public_error_has_a_code_of_its_own() -> None:
    codes = [each.code for each in filter(is_public, own_errors())]
    assert sorted(codes) == sorted(set(codes))


ALL_COMMANDS = dict(commands(program()))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_command_and_options_are_explained(name: str) -> None:
    text = section((REFERENCE / "cli.md").read_text(), f"`{name}`")
    assert text, f"docs/reference/cli.md has no section ### `{name}`"
    options = [each for each in ALL_COMMANDS[name].params if isinstance(each, click.Option)]
    names = [option.opts[-1] for option in options if not option.hidden]
    assert [each for each in names if f"`{each}" not in text] == []


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_command_helps_itself(name: str) -> None:
    assert (ALL_COMMANDS[name].help or "").strip()


def test_every_hook_stands_with_its_signature() -> None:
    from loom_memory_core import hookspecs

    pages = [(REFERENCE / name).read_text() for name in ("contract.md", "hooks.md")]
    hooks = inspect.getmembers(hookspecs, lambda each: hasattr(each, "loom_spec"))
    wanted = [f"`{name}{inspect.signature(hook)}`" for name, hook in hooks]
    assert wanted
    assert [each for each in wanted for page in pages if each not in page] == []


def test_the_glossary_defines_the_words_of_the_contract() -> None:
    page = (REFERENCE / "glossary.md").read_text()
    words = [
        "entry",
        "key",
        "append",
        "read",
        "clear",
        "replace",
        "search",
        "remove",
        "hit",
        "score",
    ]
    words += ["term", "backend", "store", "taint", "contract", "origin", "projection"]
    assert [word for word in words if not re.search(rf"\b{word}\b", page)] == []
