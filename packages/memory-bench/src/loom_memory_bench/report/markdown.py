"""A report as Markdown: the tables."""

from collections.abc import Iterator, Sequence

from loom_memory_bench.report.report import Report
from loom_memory_bench.report.tables import Table, tables_of


def markdown(report: Report) -> str:
    """The page, ending with a line feed."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"# {_plain(report.title)}"
    if report.verdict:
        yield from ("", _plain(report.verdict))
    yield from ("", f"Made at {report.made_at.isoformat()} by:", "")
    yield from ("```text", report.command.replace("`", "'"), "```")
    if report.resamples:
        yield ""
        yield (
            f"Shares are in percent; brackets are 95 % bootstrap intervals over questions "
            f"({report.resamples:,} resamples); p is of the exact two-sided sign test."
        )
    for table in tables_of(report):
        yield from _table(table)
    if report.notes:
        yield from ("", "## Notes", "", *(f"- {_plain(each)}" for each in report.notes))
    yield from ("", "## Machine", "", *_machine(report))


def _table(table: Table) -> Iterator[str]:
    yield from ("", f"## {_plain(table.title)}", "")
    if table.note:
        yield from (f"**{_plain(table.note)}**", "")
    head, *_ = table.rows
    yield _row(head)
    yield _row(["---", *("--:" for _ in head[1:])])
    for row in table.rows.rows:
        yield _row([_plain(cell) for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """``text`` on one line, with what Markdown would read as its own escaped."""
    for mark in ("\\", "|", "<", "*", "_", "[", "`"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _machine(report: Report) -> Iterator[str]:
    for name, value in report.machine.items():
        if isinstance(value, dict):
            for package, version in value.items():
                yield f"- {_plain(f'{package} {version}')}"
        else:
            yield f"- {_plain(f'{name}: {value}')}"
