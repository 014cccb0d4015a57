"""``loom plugin list``: what is installed, and what is broken and why."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Loom = Callable[..., CompletedProcess[str]]
Install = Callable[..., None]

BROKEN = {
    "raises": "raise RuntimeError('out of luck')",
    "exits": "import sys; sys.exit(0)",
    "dies": "import os; os._exit(0)",
    "is not Python": "def",
    "needs what is not there": "import acme_nowhere",
    "has no hook": "",
    "gives another type": (
        "from loom_memory_core.hookspecs import hookimpl\n"
        "@hookimpl\ndef loom_memory_backend(): return 'hello'\n"
    ),
}


def report(done: CompletedProcess[str], scheme: str) -> dict[str, object]:
    found: dict[str, object] = next(
        each for each in json.loads(done.stdout)["backends"] if each["scheme"] == scheme
    )
    return found


def test_every_backend_tells_what_it_is(loom: Loom, acme: str) -> None:
    assert acme
    done = loom("plugin", "list", "--json")
    assert done.returncode == 0
    backend = report(done, "acme")
    assert (backend["distribution"], backend["version"]) == ("acme-memory", "1.0")
    assert (backend["contract"], backend["matching"]) == ("1.0", "terms")
    verbs = ["replace", "search", "remove", "get", "keys", "inspect", "close"]
    assert backend["verbs"] == verbs
    assert backend["error"] is None
    assert report(done, "memory")["distribution"] == "loom-memory-core"


def test_the_list_is_readable_at_80_columns(loom: Loom, acme: str, install: Install) -> None:
    assert acme
    code = "raise RuntimeError('out of luck ' * 30)"
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": code})
    lines = loom("plugin", "list").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "acme                acme-memory 1.0, contract 1.0, matches by terms" in lines
    assert any(line.strip().startswith("BROKEN: RuntimeError: out of luck") for line in lines)
    assert any("append read clear replace search remove" in line for line in lines)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_plugin_is_a_line_and_the_exit_code_is_0(
    loom: Loom, acme: str, install: Install, fault: str
) -> None:
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": BROKEN[fault]})
    done = loom("plugin", "list", "--json", LOOM_PLUGINS="acme,bolt")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    broken = report(done, "bolt")
    assert (broken["distribution"], broken["verbs"]) == ("bolt", None)
    assert broken["error"]
    assert broken["hint"]
    assert report(done, "acme")["error"] is None
    assert loom("memory", "append", "--store", acme, "k", "text").returncode == 0


def test_a_plugin_that_hangs_is_a_line(loom: Loom, install: Install) -> None:
    code = "import threading; threading.Event().wait()"
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": code})
    done = loom("plugin", "list", "--json")
    assert done.returncode == 0
    assert report(done, "bolt")["error"]


def test_without_loading_nothing_is_imported(loom: Loom, install: Install, tmp_path: Path) -> None:
    trace = tmp_path / "imported"
    code = f"open({str(trace)!r}, 'w').close()"
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": code})
    done = loom("plugin", "list", "--no-load", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["loaded"] is False
    assert report(done, "bolt")["error"] is None
    assert not trace.exists()
    loom("plugin", "list")
    assert trace.exists()


@pytest.mark.parametrize("arguments", [[], ["--no-load"]])
def test_two_distributions_with_one_scheme_are_both_there(
    loom: Loom, install: Install, acme: str, arguments: list[str]
) -> None:
    install("bolt", {"loom.memory": {"acme": "acme_memory"}}, {})
    done = loom("plugin", "list", "--json", *arguments)
    assert done.returncode == 0
    rivals = [each for each in json.loads(done.stdout)["backends"] if each["scheme"] == "acme"]
    assert [each["distribution"] for each in rivals] == ["acme-memory", "bolt"]
    assert all("claimed by" in each["error"] for each in rivals)
    refused = loom("memory", "keys", "--store", acme)
    assert refused.returncode == 3
    assert "acme-memory 1.0" in refused.stderr
    assert "bolt 1.0" in refused.stderr


def test_what_the_variable_shuts_out_is_not_loaded(
    loom: Loom, install: Install, tmp_path: Path
) -> None:
    trace = tmp_path / "imported"
    code = f"open({str(trace)!r}, 'w').close()"
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": code})
    done = loom("plugin", "list", "--json", LOOM_PLUGINS="memory")
    assert report(done, "bolt")["enabled"] is False
    assert report(done, "memory")["enabled"] is True
    assert not trace.exists()
    shown = loom("plugin", "list", LOOM_PLUGINS="").stdout
    assert "bolt 1.0, shut out by LOOM_PLUGINS" in shown
