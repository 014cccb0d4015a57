"""A report as one page of HTML that needs nothing beside it: no network, no script."""

from collections.abc import Iterator
from importlib.resources import files

from loom_memory_bench.report.drawings import plots_of
from loom_memory_bench.report.markup import Markup, element, joined
from loom_memory_bench.report.plots.figure import figure, table
from loom_memory_bench.report.report import Report
from loom_memory_bench.report.tables import tables_of


def page(report: Report) -> str:
    """The page."""
    style = (files("loom_memory_bench.report") / "page.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", report.title),
        element("style", Markup(style)),
    )
    body = element("body", element("header", _header(report)), element("main", *_parts(report)))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _header(report: Report) -> Markup:
    verdict = element("p", report.verdict, class_="verdict") if report.verdict else ""
    made = f"{report.made_at:%Y-%m-%d %H:%M} UTC"
    return joined(
        element("h1", report.title),
        verdict,
        element("p", "Made ", element("time", made, datetime=report.made_at.isoformat()), " by"),
        element("pre", report.command, tabindex=0),
    )


def _parts(report: Report) -> Iterator[Markup]:
    if plots := plots_of(report):
        drawn = [figure(each, f"plot-{number}") for number, each in enumerate(plots, start=1)]
        yield element("section", element("h2", "Plots"), *drawn)
    yield element("section", element("h2", "Tables"), *_tables(report))
    if report.notes:
        notes = [element("li", each) for each in report.notes]
        yield element("section", element("h2", "Notes"), element("ul", *notes))
    yield element("section", element("h2", "Machine"), element("dl", *_machine(report)))


def _tables(report: Report) -> Iterator[Markup]:
    if report.resamples:
        yield element(
            "p",
            f"Shares are in percent; brackets are 95 % bootstrap intervals over questions "
            f"({report.resamples:,} resamples); p is of the exact two-sided sign test.",
        )
    for each in tables_of(report):
        yield table(each.rows, each.title)
        if each.note:
            yield element("p", each.note, class_="limits")


def _machine(report: Report) -> Iterator[Markup]:
    for name, value in report.machine.items():
        listed = value.items() if isinstance(value, dict) else [(name.replace("_", " "), value)]
        for term, told in listed:
            yield joined(element("dt", term), element("dd", str(told)))
