"""Without its extra, an adapter says which one it needs; with it, nothing else is loaded."""

import subprocess
import sys

import pytest

ADAPTERS = {
    "langgraph": ("langgraph", "langgraph"),
    "openai_agents": ("agents", "openai-agents"),
    "pydantic_ai": ("pydantic_ai", "pydantic-ai"),
    "pydantic_ai_store": ("pydantic_ai", "pydantic-ai"),
}


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_missing_peer_is_named_with_the_command(adapter: str) -> None:
    library, extra = ADAPTERS[adapter]
    without = (
        "import sys\n"
        "class Nothing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] == {library!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Nothing())\n"
        f"import loom_memory_runtime.adapters.{adapter}\n"
    )
    done = run(without)
    wanted = f"{library} is not installed; pip install 'loom-memory-runtime[{extra}]'"
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(f"ImportError: {wanted}")


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_no_torch_and_no_other_peer_comes_in(adapter: str) -> None:
    done = run(f"import loom_memory_runtime.adapters.{adapter}, sys; print(*sys.modules)")
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    others = {library for library, _ in ADAPTERS.values()} - {ADAPTERS[adapter][0]}
    assert done.returncode == 0, done.stderr
    assert loaded & {"torch", "transformers", "psycopg", "sqlite_utils", *others} == set()


def test_a_fault_inside_a_peer_is_not_hidden() -> None:
    from loom_memory_runtime.extra import needs

    with pytest.raises(ModuleNotFoundError, match="no_such_thing"), needs("json", extra="openai"):
        import no_such_thing  # type: ignore[import-not-found]  # noqa: F401
