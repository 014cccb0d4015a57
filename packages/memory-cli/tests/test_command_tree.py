"""Commands come from any installed distribution, and a broken one hurts no other."""

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from click.testing import Result

Invoke = Callable[..., Result]
Install = Callable[..., None]
Loom = Callable[..., CompletedProcess[str]]

GREET = """
import click

@click.command()
@click.option("--loudly", is_flag=True, help="Shout.")
def greet(loudly):
    "Say hello."
    click.echo("HELLO" if loudly else "hello")
"""

GROUP = """
import click

@click.group()
def acme():
    "What Acme brings."

@acme.command()
def own():
    "The group's own command."
    click.echo("own")

@acme.result_callback()
def after(value):
    click.echo("after")
"""


def commands(**entries: str) -> dict[str, dict[str, str]]:
    return {"loom.commands": {name.replace("__", "."): value for name, value in entries.items()}}


def test_a_stranger_adds_a_command_at_the_root(install: Install, loom: Loom) -> None:
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": GREET})
    assert re.search(r"greet +Say hello\.", loom("--help").stdout)
    done = loom("greet", "--loudly")
    assert (done.returncode, done.stdout) == (0, "HELLO\n")


def test_a_stranger_adds_a_command_under_one_of_our_groups(install: Install, loom: Loom) -> None:
    install("acme", commands(memory__greet="acme_greet:greet"), {"acme_greet": GREET})
    help_text = loom("memory", "--help").stdout
    assert re.search(r"greet +Say hello\.", help_text)
    assert re.search(r"search +Print", help_text)
    assert loom("memory", "greet").stdout == "hello\n"
    assert "Usage: loom memory greet" in loom("memory", "greet", "--help").stdout


def test_two_strangers_share_a_group_that_neither_declares(
    install: Install, invoke: Invoke
) -> None:
    install("acme", commands(tools__one="acme_one:greet"), {"acme_one": GREET})
    install("bolt", commands(tools__two="bolt_two:greet"), {"bolt_two": GREET})
    assert invoke("tools", "one").output == "hello\n"
    assert invoke("tools", "two").output == "hello\n"


def test_a_group_keeps_its_own_commands_beside_those_of_others(
    install: Install, invoke: Invoke
) -> None:
    install("acme", commands(acme="acme_group:acme"), {"acme_group": GROUP})
    install("bolt", commands(acme__greet="bolt_greet:greet"), {"bolt_greet": GREET})
    assert "What Acme brings." in invoke("acme", "--help").output
    assert invoke("acme", "own").output == "own\nafter\n"
    assert invoke("acme", "greet").output == "hello\nafter\n"


def test_nothing_is_imported_before_it_is_asked_for(install: Install, loom: Loom) -> None:
    install("acme", commands(memory__loud="acme_loud:x"), {"acme_loud": "print('imported')"})
    assert "imported" not in loom("memory", "keys", "--store", "memory://").stdout
    assert "imported" not in loom("--version").stdout
    assert "imported" in loom("memory", "--help").stdout


BROKEN = {
    "raises": ("raise RuntimeError('out of luck')", "RuntimeError: out of luck"),
    "exits": ("import sys; sys.exit(7)", "SystemExit: 7"),
    "is not Python": ("def", "SyntaxError"),
    "needs what is not there": ("import acme_nowhere", "No module named 'acme_nowhere'"),
    "is not a command": ("greet = 'hello'", "acme_greet:greet is a str, not a command"),
    "lacks the name": ("", "has no attribute 'greet'"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_command_is_a_line_in_the_help(install: Install, loom: Loom, fault: str) -> None:
    code, reason = BROKEN[fault]
    install("acme", commands(memory__greet="acme_greet:greet"), {"acme_greet": code})
    shown = loom("memory", "--help")
    assert shown.returncode == 0
    assert "broken: acme 1.0:" in shown.stdout
    assert reason in " ".join(shown.stdout.split())
    assert "Traceback" not in shown.stdout + shown.stderr
    assert loom("memory", "keys", "--store", "memory://").returncode == 0


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_command_cannot_be_run(install: Install, loom: Loom, fault: str) -> None:
    code, reason = BROKEN[fault]
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": code})
    done = loom("greet", "some", "--option=1")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("Error: loom greet is broken: acme 1.0:")
    assert reason in done.stderr
    assert "hint: pip install --upgrade acme, or pip uninstall acme" in done.stderr
    assert "Traceback" not in done.stderr
    helped = loom("greet", "--help")
    assert helped.returncode == 0
    assert reason in " ".join(helped.stdout.split())


def test_two_distributions_on_one_path_are_both_named(install: Install, loom: Loom) -> None:
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": GREET})
    install("bolt", commands(greet="bolt_greet:greet"), {"bolt_greet": GREET}, version="2.5")
    done = loom("greet")
    assert done.returncode == 3
    assert "declared by acme 1.0 and by bolt 2.5" in done.stderr
    assert "declared by acme 1.0 and by bolt 2.5" in loom("--help").stdout


def test_a_stranger_who_claims_our_group_does_not_close_it(install: Install, loom: Loom) -> None:
    install("acme", commands(memory="acme_group:acme"), {"acme_group": GROUP})
    assert loom("memory", "keys", "--store", "memory://").returncode == 0
    help_text = " ".join(loom("memory", "--help").stdout.split())
    assert "declared by" in help_text
    assert "and by acme 1.0" in help_text or "acme 1.0 and by" in help_text


def test_a_command_and_a_group_on_one_path_are_a_clash(install: Install, loom: Loom) -> None:
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": GREET})
    install("bolt", commands(greet__more="bolt_greet:greet"), {"bolt_greet": GREET})
    assert "declared by acme 1.0 and by bolt 1.0" in loom("greet").stderr


def test_a_name_inside_a_group_that_another_package_takes_is_a_clash(
    install: Install, loom: Loom
) -> None:
    install("acme", commands(acme="acme_group:acme"), {"acme_group": GROUP})
    install("bolt", commands(acme__own="bolt_greet:greet"), {"bolt_greet": GREET})
    done = loom("acme", "own")
    assert done.returncode == 3
    assert "declared by bolt 1.0 and by the group 'acme' itself" in done.stderr


def test_the_first_copy_of_a_distribution_on_the_path_counts(
    install: Install, loom: Loom, site: Path, tmp_path: Path
) -> None:
    second = tmp_path / "second"
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": GREET})
    second.mkdir()
    install("acme", commands(greet="other:greet"), {}, version="0.9", folder=second)
    done = loom("greet", PYTHONPATH=f"{site}:{second}")
    assert (done.returncode, done.stdout) == (0, "hello\n")


def test_an_entry_points_file_that_cannot_be_read_hurts_no_other(
    install: Install, loom: Loom, site: Path
) -> None:
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": GREET})
    install("bolt", {}, {})
    (site / "bolt-1.0.dist-info" / "entry_points.txt").write_text(
        "[loom.commands]\nthis is no entry\n"
    )
    done = loom("greet")
    assert (done.returncode, done.stdout) == (0, "hello\n")
    assert "bolt: its entry_points.txt cannot be read" in done.stderr


@pytest.mark.parametrize("name", [".", "a..b", ".greet", "greet."])
def test_a_path_with_an_empty_name_in_it_is_one_name(
    install: Install, loom: Loom, name: str
) -> None:
    install("acme", {"loom.commands": {name: "acme_greet:greet"}}, {"acme_greet": GREET})
    assert loom("--help").returncode == 0
    assert loom(name).stdout == "hello\n"


def test_empty_plugins_variable_leaves_strangers_out_before_any_import(
    install: Install, loom: Loom
) -> None:
    install("acme", commands(memory__loud="acme_loud:x"), {"acme_loud": "print('imported')"})
    done = loom("memory", "--help", LOOM_PLUGINS="")
    assert done.returncode == 0
    assert "search   Print" in done.stdout
    assert "loud" not in done.stdout
    assert "imported" not in done.stdout


def test_a_return_value_is_not_an_exit_code(install: Install, loom: Loom) -> None:
    code = "import click\n@click.command()\ndef greet():\n    return 7\n"
    install("acme", commands(greet="acme_greet:greet"), {"acme_greet": code})
    assert loom("greet").returncode == 0
