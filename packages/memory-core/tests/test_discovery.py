import os
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core.discovery import Discovery, discover
from loom_memory_core.failure import BackendFailure

Install = Callable[..., str]
Run = Callable[[str], subprocess.CompletedProcess[str]]

HOOK = "from loom_memory_core.hookspecs import hookimpl\n@hookimpl\ndef loom_memory_backend(): "

BROKEN = {
    "missing": ("import no_such_library", "ModuleNotFoundError: No module named"),
    "syntax": ("def broken(:", "SyntaxError: "),
    "exits": ("import sys; sys.exit(1)", "SystemExit: 1"),
    "raises": (HOOK + "1 / 0", "ZeroDivisionError: division by zero"),
    "wrong": (HOOK + "return 'acme'", "TypeError: loom_memory_backend gave 'acme'"),
    "nothing": (HOOK + "return None", "TypeError: "),
    "misspelt": (HOOK.replace("_backend", "_bakend") + "pass", "loom_memory_bakend"),
}

ISOLATED = {
    "hangs": ("import time; time.sleep(600)", "gave no answer within 5 seconds"),
    "dies": ("import os; os._exit(7)", "ended with exit code 7 and no answer"),
    "quits": ("import os; os._exit(0)", "ended with exit code 0 and no answer"),
    "faults": (
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "was ended by signal 11 (Segmentation fault)",
    ),
    "interrupts": ("raise KeyboardInterrupt", "was ended by signal 2"),
}


def _failure(found: Discovery, scheme: str) -> BackendFailure:
    return next(each for each in found.failures if each.scheme == scheme)


@pytest.mark.parametrize("isolated", [False, True], ids=["here", "isolated"])
def test_a_broken_plugin_is_a_line_and_hurts_no_other(
    isolated: bool,  # noqa: FBT001 - a parameter of the test
    install: Install,
    sound_plugin: str,
) -> None:
    for scheme, (code, _) in BROKEN.items():
        install(scheme, code, version="1.2")
    install("acme", sound_plugin)
    found = discover(isolated=isolated)
    assert found.backends["acme"].verbs == ("close",)
    for scheme, (_, cause) in BROKEN.items():
        failure = _failure(found, scheme)
        assert (failure.distribution, failure.version) == (f"loom-{scheme}", "1.2")
        assert cause in failure.cause
        assert "\n" not in failure.cause
        assert failure.hint
        assert scheme not in found.backends
    assert {*BROKEN, "acme"} <= {each.scheme for each in found.installed}


def test_a_plugin_that_hangs_or_crashes_is_a_line(install: Install, sound_plugin: str) -> None:
    for scheme, (code, _) in ISOLATED.items():
        install(scheme, code)
    install("acme", sound_plugin)
    found = discover(isolated=True)
    assert "acme" in found.backends
    for scheme, (_, cause) in ISOLATED.items():
        assert cause in _failure(found, scheme).cause


def test_what_a_hanging_plugin_started_is_ended_with_it(install: Install, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    install(
        "acme",
        "import os, subprocess, sys, time\n"
        f"pipe = os.open({str(pipe)!r}, os.O_WRONLY)\n"
        "sleep = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "subprocess.Popen(sleep, pass_fds=[pipe])\n"
        "os.write(pipe, b'started')\n"
        "time.sleep(600)\n",
    )
    assert "no answer" in _failure(discover(isolated=True), "acme").cause
    assert os.read(reader, 7) == b"started"
    assert select.select([reader], [], [], 60)[0]
    assert os.read(reader, 7) == b""  # every process that held the pipe has gone
    os.close(reader)


def test_a_thread_that_a_sound_plugin_starts_does_not_keep_its_child(
    install: Install, sound_plugin: str, run_python: Run
) -> None:
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()\n"
    install("acme", f"import os\nif os.environ.get('CHILD'): exec({thread!r})\n{sound_plugin}")
    done = run_python(
        "import os, sys\n"
        "from loom_memory_core.installed import installed_schemes\n"
        "from loom_memory_core.isolation import failure_in_child\n"
        "os.environ['CHILD'] = '1'\n"
        "acme = next(each for each in installed_schemes() if each.scheme == 'acme')\n"
        "print(failure_in_child(acme))"
    )
    assert done.stdout == "None\n"


@pytest.mark.parametrize("isolated", [False, True], ids=["here", "isolated"])
def test_nothing_that_a_plugin_prints_reaches_stdout(
    isolated: bool,  # noqa: FBT001 - a parameter of the test
    install: Install,
    sound_plugin: str,
    run_python: Run,
) -> None:
    install("acme", "import os\nprint('noise')\n" + sound_plugin)
    install("loud", "import os\nprint('noise')\nraise RuntimeError('noise')")
    done = run_python(
        "from loom_memory_core.discovery import discover\n"
        f"found = discover(isolated={isolated})\n"
        "print('acme' in found.backends)"
    )
    assert done.stdout == "True\n"


def test_two_claims_are_a_failure_for_each_claimant(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin, distribution="first")
    install("acme", sound_plugin, distribution="second")
    found = discover()
    failures = [each for each in found.failures if each.scheme == "acme"]
    assert [each.distribution for each in failures] == ["first", "second"]
    assert all("first 1.0" in each.cause and "second 1.0" in each.cause for each in failures)
    assert "acme" not in found.backends


def test_another_major_contract_is_a_failure(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin.replace('"1.0"', '"2.0"'))
    for isolated in (False, True):
        failure = _failure(discover(isolated=isolated), "acme")
        assert failure.cause.startswith("ContractMismatchError: ")
        assert "contract 2.0" in failure.cause


def test_what_is_shut_out_is_installed_and_nothing_else(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = install("acme", "raise SystemExit")
    monkeypatch.setenv("LOOM_PLUGINS", "")
    found = discover()
    assert (found.backends, found.failures) == ({}, ())
    assert {"acme", "memory"} <= {each.scheme for each in found.installed if not each.enabled}
    assert package not in sys.modules
