"""What stands on what, what a file may be called, and what an import may bring with it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from members import ROOT, members, metadata

VAGUE = {"base", "common", "helper", "helpers", "manager", "misc", "shared", "util", "utils"}

FOREIGN = {
    "loom_memory_core": {
        *("click", "faiss", "numpy", "openai", "psycopg", "pytest", "rich"),
        *("snowballstemmer", "sqlite3", "sqlite_utils"),
    },
    "loom_conformance": {"hypothesis", "loom_memory_core", "pydantic", "pytest"},
    "loom_memory_sqlite": {"click", "pytest", "rich", "sqlite_utils"},
    "loom_memory_postgres": {"click", "pytest", "rich", "sqlite3", "snowballstemmer"},
    "loom_memory_vector": {
        *("click", "faiss", "onnxruntime", "openai", "pgvector", "psycopg", "pytest", "rich"),
        *("sqlite3", "sqlite_utils", "tokenizers"),
    },
    "loom_memory_runtime": {
        *("agents", "click", "langgraph", "openai", "psycopg", "pydantic_ai", "pytest", "rich"),
        *("snowballstemmer", "sqlite3", "sqlite_utils"),
    },
    "loom_memory_knowledge": {
        *("agents", "click", "langgraph", "markdown_it", "openai", "psycopg", "pydantic_ai"),
        *("pytest", "rich", "snowballstemmer", "sqlite3", "sqlite_utils"),
    },
    "loom_memory_bench": {
        *("click", "faiss", "loom_memory_cli", "loom_memory_vector", "onnxruntime", "openai"),
        *("psycopg", "pytest", "rich", "sqlite_utils"),
    },
    "loom_memory_cli": {"pytest", "sqlite3", "sqlite_utils"},
    "loom_scaffold": {"click", "hypothesis", "pytest", "rich", "sqlite3", "sqlite_utils"},
}
"""What importing a package must not load; a package that is not named here has only our rules."""

PUBLIC = {
    "loom_memory_core.language",
    "loom_memory_runtime.adapters.langgraph",
    "loom_memory_runtime.adapters.openai_agents",
    "loom_memory_runtime.adapters.pydantic_ai",
    "loom_memory_runtime.adapters.pydantic_ai_store",
}
"""Modules that are promised beside the package roots."""

MODULES = [
    path
    for member in members()
    for path in sorted((member / "src").rglob("*.py"))
    if "templates" not in path.parts  # of another package, which has its own name
]


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def loaded_by(module: str) -> set[str]:
    """The top-level names in ``sys.modules`` of a new process that imports ``module``."""
    code = f"import {module}, sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).split())


def vague(paths: list[Path]) -> list[str]:
    return [path.name for path in paths if path.stem.strip("_") in VAGUE]


def test_vague_names_are_found() -> None:
    assert vague([Path("a/utils.py"), Path("a/_base.py"), Path("a/entry.py")]) == [
        "utils.py",
        "_base.py",
    ]


def test_a_file_is_named_after_what_it_holds() -> None:
    folders = ("packages", "scaffold", "tests", "tools", "benchmarks")
    assert vague([path for folder in folders for path in (ROOT / folder).rglob("*.py")]) == []


@pytest.mark.parametrize(
    "door", [path for path in MODULES if path.name == "__init__.py"], ids=shown
)
def test_a_package_root_only_imports(door: Path) -> None:
    docstring, *rest = ast.parse(door.read_text()).body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(docstring.value, ast.Constant)
    allowed = [
        isinstance(node, ast.ImportFrom | ast.Import)
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        for node in rest
    ]
    assert all(allowed), f"{shown(door)} holds more than imports and __all__"


@pytest.mark.parametrize("module", FOREIGN)
def test_importing_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(module) & FOREIGN[module] == set()


def inner_imports(path: Path) -> list[str]:
    """What a module imports from behind the front door of another of our packages."""
    parts = path.relative_to(ROOT).parts
    own = parts[parts.index("src") + 1]
    names = [name for node in ast.walk(ast.parse(path.read_text())) for name in imported(node)]
    inner = [name for name in names if name.startswith("loom_") and "." in name]
    return [name for name in inner if name.partition(".")[0] != own and name not in PUBLIC]


def imported(node: ast.AST) -> list[str]:
    match node:
        case ast.ImportFrom(module=str(name)):
            return [name]
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case _:
            return []


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_other_packages_are_used_through_their_front_door(module: Path) -> None:
    assert inner_imports(module) == []


def test_the_import_rules_know_every_package() -> None:
    names = {metadata(each)["project"]["name"].replace("-", "_") for each in members()}
    assert set(metadata(ROOT)["tool"]["importlinter"]["root_packages"]) == names
