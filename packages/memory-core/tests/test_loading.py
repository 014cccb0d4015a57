import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core.errors import (
    BackendLoadError,
    BackendNotFoundError,
    ContractMismatchError,
    LoomError,
)
from loom_memory_core.loading import load_backend

Install = Callable[..., str]
Run = Callable[[str], subprocess.CompletedProcess[str]]

HOOK = "from loom_memory_core.hookspecs import hookimpl\n@hookimpl\ndef loom_memory_backend(): "

BROKEN = {
    "import-error": ("import no_such_library", "No module named 'no_such_library'"),
    "syntax-error": ("def broken(:", "SyntaxError: "),
    "exception": ("raise RuntimeError('no\\n luck')", "RuntimeError: no luck"),
    "bare-exception": ("raise BaseException", "failed to load: BaseException"),
    "system-exit": ("import sys; sys.exit('goodbye')", "SystemExit: goodbye"),
    "bad-warning": ("raise ResourceWarning('leak')", "ResourceWarning: leak"),
    "hook-raises": (HOOK + "1 / 0", "ZeroDivisionError: division by zero"),
    "hook-exits": (HOOK + "raise SystemExit(3)", "SystemExit: 3"),
    "hook-gives-none": (HOOK + "return None", "gives no Backend"),
    "hook-gives-dict": (HOOK + "return {}", "gave {}, which is not a Backend"),
    "no-hook": ("x = 1", "gives no Backend; it needs a function loom_memory_backend"),
    "unmarked-hook": ("def loom_memory_backend(): return 1", "marked with @hookimpl"),
    "misspelt-hook": (HOOK.replace("_backend", "_bakend") + "pass", "loom_memory_bakend"),
    "hook-with-argument": (HOOK.replace("()", "(url)") + "pass", "url"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plugin_is_one_error_with_its_cause(case: str, install: Install) -> None:
    code, told = BROKEN[case]
    install("acme", code, version="1.2")
    with pytest.raises(BackendLoadError) as caught:
        load_backend("acme")
    assert told in caught.value.message
    assert "from loom-acme 1.2" in caught.value.message
    assert "loom plugin list" in caught.value.hint
    assert caught.value.__cause__ is not None


def test_an_interrupt_is_not_swallowed(install: Install) -> None:
    install("acme", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_backend("acme")


def test_a_missing_library_is_named_in_the_hint(install: Install) -> None:
    install("acme", "import no_such_library")
    with pytest.raises(BackendLoadError) as caught:
        load_backend("acme")
    assert "no_such_library" in caught.value.hint


def test_a_missing_library_that_an_extra_brings_names_the_extra(
    site: Path, install: Install
) -> None:
    install("acme", "import acme_client.wire")
    (site / "loom_acme-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: loom-acme\nVersion: 1.0\n"
        "Provides-Extra: tests\nProvides-Extra: remote\nRequires-Dist: acme-client>=1\n"
        'Requires-Dist: other; extra == "tests"\n'
        'Requires-Dist: Acme.Client[fast]<3,>=2; python_version > "3" and extra == "remote"\n'
    )
    with pytest.raises(BackendLoadError) as caught:
        load_backend("acme")
    assert caught.value.hint.startswith("pip install 'loom-acme[remote]', which brings the module")


def test_a_missing_plugin_module_is_a_load_error(install: Install, sound_plugin: str) -> None:
    package = install("acme", sound_plugin)
    install("other", sound_plugin.replace("SCHEME", "other"))
    sys.modules[f"{package}.plugin"] = None  # type: ignore[assignment]
    try:
        with pytest.raises(BackendLoadError):
            load_backend("acme")
        assert load_backend("other").name == "other"
    finally:
        del sys.modules[f"{package}.plugin"]


def test_a_sound_plugin_is_loaded_and_no_other(
    install: Install, sound_plugin: str, run_python: Run
) -> None:
    install("acme", sound_plugin)
    other = install("other", "raise SystemExit")
    done = run_python(
        "import sys; from loom_memory_core.loading import load_backend\n"
        f"print(load_backend('acme').name, '{other}' in sys.modules)"
    )
    assert done.stdout == "acme False\n"


def test_another_name_of_the_same_plugin_is_served(
    install: Install, sound_plugin: str, site: Path
) -> None:
    package = install("acme", sound_plugin)
    entries = f"[loom.memory]\nacme = {package}.plugin\nacmedb = {package}.plugin\n"
    (site / "loom_acme-1.0.dist-info" / "entry_points.txt").write_text(entries)
    assert load_backend("acmedb").name == "acme"


def test_a_backend_of_another_name_is_refused(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin.replace("SCHEME", "acmee"))
    with pytest.raises(BackendLoadError, match="names 'acme' and its Backend 'acmee'"):
        load_backend("acme")


def test_two_claims_on_a_scheme_are_refused_without_a_guess(
    install: Install, sound_plugin: str
) -> None:
    install("acme", sound_plugin, distribution="first", version="1.1")
    install("acme", sound_plugin, distribution="second", version="2.2")
    with pytest.raises(BackendLoadError) as caught:
        load_backend("acme")
    assert "first 1.1" in caught.value.message
    assert "second 2.2" in caught.value.message
    assert "pip uninstall" in caught.value.hint


@pytest.mark.parametrize("contract", ["2.0", "0.9"])
def test_another_major_contract_is_refused(
    contract: str, install: Install, sound_plugin: str
) -> None:
    install("acme", sound_plugin.replace('"1.0"', repr(contract)))
    with pytest.raises(ContractMismatchError, match=f"built for contract {contract}"):
        load_backend("acme")


def test_a_newer_minor_contract_is_taken(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin.replace('"1.0"', '"1.7"'))
    assert load_backend("acme").contract == "1.7"


@pytest.mark.parametrize(
    ("scheme", "hint"),
    [
        ("sqlite", "pip install 'loom-memory-core[sqlite]'"),
        ("postgresql", "pip install 'loom-memory-core[postgres]'"),
        ("postgres", "pip install 'loom-memory-core[postgres]'"),
        ("vector+sqlite", "pip install 'loom-memory-core[vector]'"),
        ("vector+postgresql", "pip install 'loom-memory-core[vector]'"),
        ("sqlit", "did you mean sqlite://?"),
        ("memori", "did you mean memory://?"),
        ("acmee", "did you mean acme://?"),
        ("zzz", "loom plugin list"),
    ],
)
def test_an_unknown_scheme_says_what_to_do(scheme: str, hint: str, run_python: Run) -> None:
    """In a process that sees two plugins only, whatever is installed around the tests."""
    done = run_python(
        "import loom_memory_core.loading as loading\n"
        "from loom_memory_core.installed import InstalledScheme\n"
        "two = [InstalledScheme(s, s, '1', s) for s in ('acme', 'memory')]\n"
        "loading.installed_schemes = lambda: two\n"
        f"try: loading.load_backend({scheme!r})\n"
        "except LookupError as error: print(error)"
    )
    assert f"no installed backend serves {scheme!r}; installed: acme, memory" in done.stdout
    assert hint in done.stdout


def test_a_scheme_shut_out_is_not_imported(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = install("acme", "raise SystemExit")
    monkeypatch.setenv("LOOM_PLUGINS", "memory")
    with pytest.raises(BackendNotFoundError) as caught:
        load_backend("acme")
    assert "LOOM_PLUGINS" in caught.value.hint
    assert package not in sys.modules
    monkeypatch.setenv("LOOM_PLUGINS", "")
    with pytest.raises(BackendNotFoundError, match="LOOM_PLUGINS"):
        load_backend("memory")


def test_every_refusal_is_a_loom_error_with_a_hint(install: Install) -> None:
    install("acme", "import no_such_library")
    for scheme in ("acme", "nothing"):
        with pytest.raises(LoomError) as caught:
            load_backend(scheme)
        assert caught.value.hint
