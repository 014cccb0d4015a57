import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loom_memory_core.errors import BackendLoadError, BackendNotFoundError, InvalidOptionsError
from loom_memory_core.opening import open_store, opened, resolve

Install = Callable[..., str]
Run = Callable[[str], subprocess.CompletedProcess[str]]


def _options(store: object) -> Any:  # noqa: ANN401 - of the plugin's own model
    return store.options  # type: ignore[attr-defined]


def test_a_url_and_options_open_a_store(install: Install) -> None:
    install("acme")
    store = open_store("ACME://ada:p%40s@h:5/db?retries=5&schema=own", read_only=True)
    options = _options(store)
    assert (options.url.host, options.url.port, options.url.database) == ("h", 5, "db")
    assert options.url.password.get_secret_value() == "p@s"
    assert (options.retries, options.namespace, options.read_only) == (5, "own", True)


def test_memory_is_a_new_empty_store_each_time() -> None:
    first, second = open_store("memory://"), open_store("memory://")
    assert first is not second
    assert type(first).__name__ == "InMemoryStore"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("memory://name", "names a place"),
        ("memory:///name", "names a place"),
        ("memory://u@", "names a place"),
        ("memory://?a=1", "memory has no option 'a'; it knows none"),
        ("memory", "has no scheme"),
    ],
)
def test_memory_takes_nothing_else(url: str, told: str) -> None:
    with pytest.raises(InvalidOptionsError, match=told):
        open_store(url)


def test_an_unknown_keyword_is_a_type_error_too() -> None:
    with pytest.raises(TypeError, match="memory has no option 'size'"):
        open_store("memory://", size=5)


def test_a_path_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="url is a PosixPath; pass text"):
        open_store(Path("memory.db"))  # type: ignore[arg-type]


def test_an_unknown_scheme_is_not_found() -> None:
    with pytest.raises(BackendNotFoundError, match="no installed backend serves 'acme'"):
        open_store("acme://h")


def test_resolving_opens_nothing(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin.replace("open=Store", "open=exit"))
    backend, options = resolve("acme://h?retries=1")
    assert backend.name == "acme"
    assert options.model_dump()["retries"] == 1


def test_a_store_is_closed_at_the_end_of_the_block(install: Install) -> None:
    install("acme")
    with opened("acme://h", retries=0) as store:
        assert not store.closed  # type: ignore[attr-defined]
    assert store.closed  # type: ignore[attr-defined]


def test_a_store_is_closed_when_the_block_raises(install: Install) -> None:
    install("acme")
    kept: list[Any] = []

    def fail() -> None:
        with opened("acme://h") as store:
            kept.append(store)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert kept[0].closed


def test_a_store_without_close_is_left_alone(install: Install, sound_plugin: str) -> None:
    install("acme", sound_plugin.replace("def close(self)", "def shut(self)"))
    with opened("acme://h") as store:
        assert store.read("key") == []


def test_a_library_that_only_opening_needs_is_named(install: Install, sound_plugin: str) -> None:
    lazy = sound_plugin.replace("self.closed = False", "import no_such_library")
    install("acme", lazy)
    with pytest.raises(BackendLoadError, match="No module named 'no_such_library'") as caught:
        open_store("acme://h")
    assert "no_such_library" in caught.value.hint
    assert isinstance(caught.value.__cause__, ModuleNotFoundError)


@pytest.mark.parametrize(
    ("code", "lacks"),
    [("open=lambda options: None", "append"), ("open=lambda options: {}.keys()", "append")],
    ids=["nothing", "other"],
)
def test_what_is_no_store_is_refused(
    code: str, lacks: str, install: Install, sound_plugin: str
) -> None:
    install("acme", sound_plugin.replace("open=Store", code))
    with pytest.raises(BackendLoadError, match=f"has no {lacks}"):
        open_store("acme://h")


def test_opening_one_store_imports_one_plugin(install: Install, run_python: Run) -> None:
    install("acme")
    others = [install("other"), install("third", "raise SystemExit")]
    done = run_python(
        "import sys; from loom_memory_core.opening import open_store\n"
        "open_store('acme://h')\n"
        f"print([module for module in {others} if module in sys.modules])"
    )
    assert done.stdout == "[]\n"


def test_loom_plugins_acts_before_any_import(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = install("acme")
    monkeypatch.setenv("LOOM_PLUGINS", "memory")
    with pytest.raises(BackendNotFoundError, match="LOOM_PLUGINS shuts out"):
        open_store("acme://h")
    assert package not in sys.modules
