"""A report as a folder: every question as JSON, the tables as Markdown, and a page with plots."""

from pathlib import Path
from typing import Final

from pydantic import ValidationError

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.markdown import markdown
from loom_memory_bench.report.page import page
from loom_memory_bench.report.report import Report

DATA: Final = "report.json"
TABLES: Final = "report.md"
PAGE: Final = "report.html"


def write_report(report: Report, folder: Path) -> None:
    """Write the three files into ``folder``, which is made; those of an earlier run are replaced.

    Raises:
        OSError: It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / DATA, report.model_dump_json(exclude_defaults=True) + "\n")
    write_pages(report, folder)


def write_pages(report: Report, folder: Path) -> None:
    """Write the tables and the page again, from what a report holds."""
    _write(folder / TABLES, markdown(report))
    _write(folder / PAGE, page(report))


def _write(path: Path, text: str) -> None:
    """All of it or nothing: a reader never finds half of a file."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def read_report(folder: Path) -> Report:
    """The report in a folder, or in a file of JSON.

    Raises:
        BenchmarkError: What is there is no report of this version.
        OSError: It cannot be read.
    """
    path = folder / DATA if folder.is_dir() else folder
    try:
        return Report.model_validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise BenchmarkError(
            f"{path} is no report: {place}: {first['msg']}",
            hint="name the folder that `loom bench retrieval --out FOLDER` or another run wrote",
        ) from error
