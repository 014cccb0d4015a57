"""What a shell sees of the process: exit codes, pipes, signals and streams."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Loom = Callable[..., CompletedProcess[str]]
Install = Callable[..., None]

LOOM = [sys.executable, "-m", "loom_memory_cli"]

INTERRUPTIBLE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("loom_memory_cli", run_name="__main__")
"""
"""The same, also where this process was started with SIGINT ignored, as by ``nohup``."""


@pytest.fixture
def full(loom: Loom, acme: str) -> str:
    """A store that holds more than a pipe does."""
    lines = "\n".join(f"{number} " + "word " * 200 for number in range(300))
    assert loom("memory", "append", "--store", acme, "k", stdin=lines).returncode == 0
    return acme


def test_the_script_and_the_module_are_one_program(loom: Loom) -> None:
    script = Path(sys.executable).with_name("loom")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == loom("--version").stdout


def test_version_names_all_loom_packages(loom: Loom, acme: str) -> None:
    assert acme
    lines = loom("--version").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert {"acme-memory", "loom-memory-cli", "loom-memory-core", "python"} <= set(names)
    assert lines[-1] == f"python {sys.version.split()[0]}"


def test_no_command_is_usage(loom: Loom) -> None:
    done = loom()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: loom" in done.stderr


def test_an_unknown_command_is_usage(loom: Loom) -> None:
    assert loom("memroy").returncode == 2


def test_an_unknown_scheme_could_not_run(loom: Loom) -> None:
    done = loom("memory", "keys", "--store", "acme://x")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no installed backend serves 'acme'" in done.stderr
    assert "hint: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_url_is_usage_and_shows_no_secret(loom: Loom) -> None:
    done = loom("memory", "keys", "--store", "acme://ada:s3cret@host:port/x")
    assert done.returncode == 2
    assert "s3cret" not in done.stdout + done.stderr


def test_a_verb_that_the_store_lacks_could_not_run(loom: Loom, install: Install) -> None:
    code = """
from loom_memory_core import Backend, StoreUrl
from loom_memory_core.hookspecs import hookimpl
from pydantic import BaseModel

class Options(BaseModel):
    url: StoreUrl

class Store:
    def append(self, key, entries): pass
    def read(self, key, *, limit=None): return []
    def clear(self, key): pass

@hookimpl
def loom_memory_backend():
    return Backend(name="bolt", options=Options, open=lambda options: Store(),
                   summary="s", contract="1.0", matching="terms", verbs=())
"""
    install("bolt", {"loom.memory": {"bolt": "bolt_plugin"}}, {"bolt_plugin": code})
    for command in (["search", "k", "x"], ["keys"], ["info"], ["dump"], ["remove", "k", "i"]):
        done = loom("memory", *command, "--store", "bolt://")
        assert done.returncode == 3, command
        assert "has no verb" in done.stderr
    assert loom("memory", "read", "k", "--store", "bolt://").returncode == 0


def test_a_fault_in_a_command_is_not_a_problem_found(loom: Loom, install: Install) -> None:
    code = "import click\n@click.command()\ndef fail():\n    raise RuntimeError('a fault')\n"
    install("acme", {"loom.commands": {"fail": "acme_fail:fail"}}, {"acme_fail": code})
    done = loom("fail")
    assert done.returncode == 3
    assert "RuntimeError: a fault" in done.stderr


def test_a_reader_that_stops_reading_ends_the_command_quietly(full: str) -> None:
    for command in (["dump"], ["read", "k"], ["search", "k", "word", "--limit", "300"]):
        with subprocess.Popen(
            [*LOOM, "memory", *command, "--store", full],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout
            assert process.stderr
            process.stdout.read(10)
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")  # noqa: PTH110
def test_output_that_cannot_be_written_could_not_run(full: str) -> None:
    for command in (["keys"], ["dump"]):
        with Path("/dev/full").open("w") as out:
            done = subprocess.run(
                [*LOOM, "memory", *command, "--store", full],
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 3
        assert "No space left on device" in done.stderr
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_ctrl_c_ends_it_without_a_traceback(acme: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "memory", "append", "--store", acme, "k", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONVERBOSE": "1"},
    ) as process:
        assert process.stdin
        assert process.stderr
        # The last module to be imported before the command reads its standard input.
        imported = b""
        while b"import 'loom_memory_cli.new_entries'" not in imported:
            imported = process.stderr.readline()
            assert imported, "the command ended before it read its input"
        process.stdin.write(b"a line\n")
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait() == 130
    assert b"Traceback" not in said
    assert not Path(acme.removeprefix("acme:///")).exists()


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_output_is_utf_8_in_every_locale(loom: Loom, acme: str, locale: str) -> None:
    settings = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    entry = '{"content": "\u4e2d\u6587 caf\u00e9", "id": "e"}'
    loom("memory", "append", "--store", acme, "k", "--json-lines", stdin=entry, **settings)
    for command in (["dump"], ["read", "k", "--json"]):
        done = loom("memory", *command, "--store", acme, **settings)
        assert done.returncode == 0
        assert "\u4e2d\u6587 caf\u00e9" in done.stdout


def test_text_that_the_terminal_cannot_show_is_escaped(loom: Loom, acme: str) -> None:
    loom("memory", "append", "--store", acme, "k", "\u4e2d\u6587 disk")
    for command in (["read", "k"], ["search", "k", "disk"]):
        done = loom("memory", *command, "--store", acme, PYTHONIOENCODING="latin-1")
        assert done.returncode == 0, done.stderr
        assert "\\u4e2d\\u6587" in done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_fault(acme: str, closed: str) -> None:
    commands = [
        ["append", "k", "text"],
        ["append", "k"],
        ["load", "-"],
        ["keys"],
        ["search", "k", "text"],
        ["dump"],
        ["read", "none", "--limit", "-1"],
    ]
    for command in commands:
        words = [*LOOM, "memory", *command, "--store", acme]
        done = subprocess.run(
            ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in {0, 2, 3}, command
        assert "Traceback" not in done.stderr, command


def test_start_up_imports_nothing_heavy() -> None:
    code = (
        "import sys; from loom_memory_cli.main import program\n"
        "try: program().main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "memory" in done.stdout
    assert not {"pydantic", "rich", "loom_memory_core", "sqlite3"} & set(done.stderr.split())
