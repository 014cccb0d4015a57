"""What ``--json`` prints is frozen: a change that a program would notice is a new version.

With ``LOOM_REWRITE_SNAPSHOTS`` set, they are written again, for a reviewer to look at.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import click
from click.testing import Result
from loom_memory_cli.main import program

Invoke = Callable[..., Result]

SNAPSHOTS = Path(__file__).parent / "snapshots"

ENTRIES = """\
{"content": "the disk of log-3 is full", "role": "oncall", "timestamp": "2026-02-01T05:05:00+00:00", "meta": {"severity": 2}, "id": "e1"}
{"content": {"steps": ["one", 2, null, 1.5]}, "id": "e2"}
"""  # noqa: E501 - two lines of a file

RUNS = {
    "memory.append": ["append", "ops/log", "--json-lines"],
    "memory.read": ["read", "ops/log"],
    "memory.search": ["search", "ops/log", "disk", "full"],
    "memory.keys": ["keys"],
    "memory.info": ["info", "--check"],
    "memory.reindex": ["reindex"],
    "memory.load": ["load", "-"],
    "memory.repair": ["repair"],
    "memory.remove": ["remove", "ops/log", "e1", "e9"],
    "memory.clear": ["clear", "--prefix", "ops/"],
}
"""The commands in an order in which each has something to tell."""

STDIN = {
    "memory.append": ENTRIES,
    "memory.load": '{"key": "other", "entry": {"content": "corrupt", "id": "e3"}}\n',
}


def printed(invoke: Invoke, url: str) -> dict[str, str]:
    """What each command prints, one after the other on the same store."""
    output = {}
    for name, (verb, *arguments) in RUNS.items():
        command = ("memory", verb, "--store", url, "--json", *arguments)
        output[name] = invoke(*command, stdin=STDIN.get(name, "")).stdout
    copied = url.replace("acme.jsonl", "copy.jsonl")
    output["memory.copy"] = invoke("memory", "copy", "--json", url, copied).stdout
    output["plugin.list"] = _only_acme(invoke("plugin", "list", "--json").stdout)
    return output


def _only_acme(stdout: str) -> str:
    """The list without what else is installed here."""
    report = json.loads(stdout)
    report["backends"] = [each for each in report["backends"] if each["scheme"] == "acme"]
    report["commands"] = [each for each in report["commands"] if each["distribution"] == "bolt"]
    return json.dumps(report, indent=2) + "\n"


def test_what_commands_print_is_what_it_was(
    invoke: Invoke, acme: str, install: Callable[..., None]
) -> None:
    install("bolt", {"loom.commands": {"zap": "bolt_plugin:zap"}}, {"bolt_plugin": "zap = 7"})
    output = printed(invoke, acme)
    if os.environ.get("LOOM_REWRITE_SNAPSHOTS"):
        SNAPSHOTS.mkdir(exist_ok=True)
        for name, text in output.items():
            (SNAPSHOTS / f"{name}.json").write_text(text, encoding="utf-8")
    frozen = {path.stem: path.read_text(encoding="utf-8") for path in SNAPSHOTS.iterdir()}
    assert output == frozen


def test_every_command_with_the_option_has_a_snapshot() -> None:
    with_json = {
        path
        for path, command in _commands(program())
        if any(p.name == "as_json" for p in command.params)
        and getattr(command.callback, "__module__", "").startswith("loom_memory_cli.")
    }
    ours = {path for path in with_json if path.startswith(("memory.", "plugin.list"))}
    assert {path.stem for path in SNAPSHOTS.iterdir()} == ours


def _commands(group: click.Group, prefix: str = "") -> list[tuple[str, click.Command]]:
    context = click.Context(group)
    found: list[tuple[str, click.Command]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += _commands(command, f"{prefix}{name}.")
        elif command is not None:
            found.append((f"{prefix}{name}", command))
    return found


def test_every_report_says_its_version() -> None:
    for path in SNAPSHOTS.iterdir():
        assert json.loads(path.read_text(encoding="utf-8"))["schema_version"] == 1
