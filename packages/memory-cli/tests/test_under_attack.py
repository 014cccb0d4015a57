"""Distributions that are broken in every way: the command starts, names them, and works."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, NamedTuple

Loom = Callable[..., CompletedProcess[str]]
Install = Callable[..., None]

HOOK = (
    "from loom_memory_core.hookspecs import hookimpl\n@hookimpl\ndef loom_memory_backend():\n    "
)

CONTRACT_2 = f"""
from pydantic import BaseModel
from loom_memory_core import Backend, StoreUrl

class Options(BaseModel):
    url: StoreUrl

{HOOK}return Backend(name="bolt", options=Options, open=print, summary="s",
        contract="2.0", matching="terms", verbs=())
"""


class Attack(NamedTuple):
    """The code of a plugin module, and what is said of it."""

    code: str
    cause: str


BACKENDS = {
    "raises": Attack("raise RuntimeError('out of luck')", "RuntimeError: out of luck"),
    "syntax error": Attack("def", "SyntaxError"),
    "sys.exit": Attack("import sys; sys.exit(0)", "SystemExit: 0"),
    "hang": Attack("import threading; threading.Event().wait()", "no answer within 5 seconds"),
    "wrong type": Attack(f"{HOOK}return 'hello'", "which is not a Backend"),
    "contract 2": Attack(CONTRACT_2, "built for contract 2.0; this is contract 1.0"),
    "missing library": Attack("import acme_nowhere", "No module named 'acme_nowhere'"),
}

COMMANDS = {
    "raises": Attack("raise RuntimeError('out of luck')", "RuntimeError: out of luck"),
    "syntax error": Attack("def", "SyntaxError"),
    "sys.exit": Attack("import sys; sys.exit(0)", "SystemExit: 0"),
    "hang": Attack("import threading; threading.Event().wait()", "no answer within 5 seconds"),
    "wrong type": Attack("zap = 'hello'", ":zap is a str, not a command"),
    "missing library": Attack("import acme_nowhere", "No module named 'acme_nowhere'"),
}


def listed(loom: Loom, kind: str, **wanted: str) -> list[dict[str, Any]]:
    done = loom("plugin", "list", "--json")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    found: list[dict[str, Any]] = json.loads(done.stdout)[kind]
    return [each for each in found if wanted.items() <= each.items()]


def recovery(loom: Loom, url: str, folder: Path) -> Iterator[CompletedProcess[str]]:
    """What somebody does whose memory must be saved from a broken environment."""
    yield loom("--help")
    yield loom("--version")
    yield loom("plugin", "list", "--no-load")
    yield loom("memory", "read", "k", "--store", url)
    yield loom("memory", "info", "--check", "--store", url)
    yield loom("memory", "repair", "--store", url)
    dumped = loom("memory", "dump", "--store", url)
    yield dumped
    (folder / "dump.jsonl").write_text(dumped.stdout)
    yield loom("memory", "load", str(folder / "dump.jsonl"), "--store", url)


def unhurt(loom: Loom, url: str, folder: Path) -> None:
    """Every other backend works, and so does every command that could repair things."""
    assert loom("memory", "append", "--store", url, "k", "text").returncode == 0
    for done in recovery(loom, url, folder):
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.args


def test_broken_backends_are_named_and_hurt_no_other(
    loom: Loom, install: Install, acme: str, tmp_path: Path
) -> None:
    for at, attack in enumerate(BACKENDS.values()):
        entries = {"loom.memory": {f"bolt{at}": f"bolt_plugin_{at}"}}
        code = attack.code.replace('name="bolt"', f'name="bolt{at}"')
        install(f"bolt-{at}", entries, {f"bolt_plugin_{at}": code}, version="3.1")
    unhurt(loom, acme, tmp_path)
    backends = listed(loom, "backends")
    for at, attack in enumerate(BACKENDS.values()):
        (bolt,) = [each for each in backends if each["distribution"] == f"bolt-{at}"]
        assert (bolt["version"], attack.cause in bolt["error"]) == ("3.1", True), bolt
        assert f"pip install --upgrade bolt-{at}" in bolt["hint"]
    broken = [each["distribution"] for each in backends if each["error"]]
    assert broken == [f"bolt-{at}" for at in range(len(BACKENDS))]


def test_broken_commands_are_named_and_hurt_no_other(
    loom: Loom, install: Install, acme: str, tmp_path: Path
) -> None:
    for at, attack in enumerate(COMMANDS.values()):
        entries = {"loom.commands": {f"memory.zap{at}": f"bolt_plugin_{at}:zap"}}
        install(f"bolt-{at}", entries, {f"bolt_plugin_{at}": attack.code}, version="3.1")
    unhurt(loom, acme, tmp_path)
    commands = listed(loom, "commands")
    helped = loom("memory", "--help")
    assert (helped.returncode, "dump" in helped.stdout) == (0, True)
    for at, attack in enumerate(COMMANDS.values()):
        (bolt,) = [each for each in commands if each["distribution"] == f"bolt-{at}"]
        assert (bolt["command"], attack.cause in bolt["error"]) == (f"memory zap{at}", True), bolt
        assert bolt["hint"] == f"pip install --upgrade bolt-{at}, or pip uninstall bolt-{at}"
        assert f"broken: bolt-{at} 3.1: " in helped.stdout
        assert attack.cause in " ".join(helped.stdout.split())


def test_what_is_broken_is_told_to_people_with_the_command_that_helps(
    loom: Loom, install: Install
) -> None:
    entries = {"loom.memory": {"bolt": "bolt_plugin"}, "loom.commands": {"zap": "bolt_plugin:zap"}}
    install("bolt", entries, {"bolt_plugin": "raise RuntimeError('out of luck')"}, version="3.1")
    lines = loom("plugin", "list").stdout.splitlines()
    shown = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= 80
    assert "bolt bolt 3.1 BROKEN: RuntimeError: out of luck hint: pip install --upgrade" in shown
    assert "loom zap bolt 3.1 BROKEN: RuntimeError: out of luck hint: pip install" in shown


def test_a_command_that_swallows_every_exception_and_hangs_is_a_line_in_the_help(
    loom: Loom, install: Install
) -> None:
    code = "import threading\ntry:\n    threading.Event().wait()\nexcept Exception:\n    pass\n"
    install("bolt", {"loom.commands": {"zap": "bolt_plugin:zap"}}, {"bolt_plugin": code})
    assert "its import gave no answer within 5 seconds" in " ".join(loom("--help").stdout.split())


def test_a_command_may_take_its_time_when_it_is_run(loom: Loom, install: Install) -> None:
    """Longer than a help waits for it."""
    code = (
        "import time, click\nuntil = time.monotonic() + 5.5\n"
        "while time.monotonic() < until: time.sleep(0.1)\n"
        "@click.command()\ndef zap(): click.echo('done')\n"
    )
    install("bolt", {"loom.commands": {"zap": "bolt_plugin:zap"}}, {"bolt_plugin": code})
    began = time.monotonic()
    assert loom("zap").stdout == "done\n"
    assert time.monotonic() - began > 5


def test_a_taken_scheme_names_both_claimants(
    loom: Loom, install: Install, acme: str, sqlite: None, tmp_path: Path
) -> None:
    assert sqlite is None
    install("bolt", {"loom.memory": {"acme": "bolt_plugin"}}, {"bolt_plugin": ""}, version="3.1")
    unhurt(loom, f"sqlite:///{tmp_path}/memory.db", tmp_path)
    claimants = listed(loom, "backends", scheme="acme")
    assert [each["distribution"] for each in claimants] == ["acme-memory", "bolt"]
    assert all("bolt 3.1" in each["error"] for each in claimants)
    assert all("pip uninstall" in each["hint"] for each in claimants)
    assert loom("memory", "read", "k", "--store", acme).returncode == 3


def test_a_taken_command_names_the_one_who_takes_it(
    loom: Loom, install: Install, acme: str
) -> None:
    entries = {"loom.commands": {"memory.dump": "bolt_plugin:zap"}}
    install("bolt", entries, {"bolt_plugin": ""}, version="3.1")
    (bolt,) = listed(loom, "commands", distribution="bolt")
    assert "declared by loom-memory-cli" in bolt["error"]
    assert bolt["hint"].endswith("pip uninstall bolt")
    assert loom("memory", "append", "--store", acme, "k", "text").returncode == 0
    refused = loom("memory", "dump", "--store", acme)
    assert refused.returncode == 3
    assert "bolt 3.1" in refused.stderr


def test_a_command_over_a_group_of_ours_is_named(loom: Loom, install: Install) -> None:
    code = "import click\n@click.command()\ndef zap(): pass\n"
    entries = {"loom.commands": {"tools": "bolt_plugin:zap", "tools.saw": "bolt_plugin:zap"}}
    install("bolt", entries, {"bolt_plugin": code})
    (tools,) = listed(loom, "commands", command="tools")
    assert tools["error"] == "it is no group, and others declare saw below it"


TRACING = "open({trace!r}, 'a').close()\nraise RuntimeError\n"


def test_recovery_imports_no_plugin_that_it_does_not_need(
    loom: Loom, install: Install, acme: str, tmp_path: Path
) -> None:
    trace = tmp_path / "imported"
    entries = {
        "loom.memory": {"bolt": "bolt_plugin"},
        "loom.commands": {"memory.zap": "bolt_plugin:zap", "zip.zap": "bolt_plugin:zap"},
    }
    install("bolt", entries, {"bolt_plugin": TRACING.format(trace=str(trace))})
    unhurt(loom, acme, tmp_path)
    assert not trace.exists()
    assert loom("plugin", "list").returncode == 0
    assert trace.exists()


def test_the_variable_acts_before_any_import(loom: Loom, install: Install, tmp_path: Path) -> None:
    trace = tmp_path / "imported"
    entries = {
        "loom.memory": {"bolt": "bolt_plugin"},
        "loom.commands": {"memory.zap": "bolt_plugin:zap", "zap": "bolt_plugin:zap"},
    }
    install("bolt", entries, {"bolt_plugin": TRACING.format(trace=str(trace))})
    for command in (["--help"], ["memory", "--help"], ["plugin", "list"], ["zap"]):
        loom(*command, LOOM_PLUGINS="")
    loom("memory", "keys", "--store", "bolt://", LOOM_PLUGINS="")
    loom("memory", "keys", "--store", "bolt://", LOOM_PLUGINS="memory")
    assert not trace.exists()
    shut = json.loads(loom("plugin", "list", "--json", LOOM_PLUGINS="").stdout)
    bolt = [each for each in shut["commands"] if each["distribution"] == "bolt"]
    assert [each["enabled"] for each in bolt] == [False, False]
