"""Files and functions stay small: lines of code, docstrings and comments not counted."""

import ast
import io
import statistics
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from members import ROOT, members

FILE_LINES = 300
FUNCTION_LINES = 40
MEDIAN_LINES = 6

FOLDERS = ("packages", "scaffold", "tests", "tools", "benchmarks", "examples")
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]

SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


class Function(NamedTuple):
    """A function and its lines of code."""

    name: str
    lines: int


def functions(source: str) -> Iterator[Function]:
    """Every function of ``source``, nested ones too."""
    code = code_lines(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = code.intersection(range(node.lineno, (node.end_lineno or 0) + 1))
            yield Function(node.name, len(inside) - docstring_lines(node))


def code_lines(source: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    spans = [range(each.start[0], each.end[0] + 1) for each in tokens if each.type not in SILENT]
    return {line for span in spans for line in span}


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    if ast.get_docstring(node) is None:
        return 0
    return (node.body[0].end_lineno or 0) - node.body[0].lineno + 1


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_only_code_is_counted() -> None:
    source = (
        'def f(a):\n    """One.\n\n    Two.\n    """\n    # why\n\n    return (\n        a\n    )\n'
    )
    assert list(functions(source)) == [Function("f", 4)]


def test_a_nested_function_counts_in_both() -> None:
    source = "async def f():\n    def g():\n        return 1\n    return g\n"
    assert list(functions(source)) == [Function("f", 4), Function("g", 2)]


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_a_file_fits_its_budget(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= FILE_LINES
    assert [each for each in functions(source) if each.lines > FUNCTION_LINES] == []


def test_half_of_all_functions_are_short() -> None:
    sources = [path for member in members() for path in (member / "src").rglob("*.py")]
    lines = [each.lines for path in sources for each in functions(path.read_text())]
    assert statistics.median(lines) <= MEDIAN_LINES
