"""A report as Markdown and as a page that opens offline."""

import re
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.folder import read_report, write_report
from loom_memory_bench.report.markdown import markdown
from loom_memory_bench.report.page import page
from loom_memory_bench.report.report import (
    Arm,
    Asked,
    Comparison,
    Figure,
    Gate,
    Point,
    Record,
    Report,
    Source,
)
from markdown_it import MarkdownIt

EVIL = '<script>alert("1")</script> | *x* & `y`'
LIMITS = "Only an example."


def figure(arm: str, measure: str, mean: float) -> Figure:
    return Figure(
        source="s",
        arm=arm,
        group="answerable",
        measure=measure,
        questions=12,
        mean=mean,
        low=mean - 0.1,
        high=mean + 0.1,
    )


def asked(number: int) -> Asked:
    return Asked(
        id=str(number),
        source="s",
        conversation="c",
        text=EVIL,
        category="kind",
        answerable=number % 2 == 0,
    )


REPORT = Report(
    kind="paired",
    title=f"Example {EVIL}",
    command=f"loom bench paired {EVIL}",
    made_at=datetime(2026, 11, 30, 12, tzinfo=UTC),
    machine={"processor": EVIL, "packages": {"loom-memory-core": "0.1.0"}},
    resamples=100,
    verdict=EVIL,
    sources=(
        Source(
            name="s",
            sha256="ab" * 32,
            conversations=1,
            entries=9,
            questions=12,
            counted=12,
            limits=LIMITS,
            blemishes=(EVIL,),
        ),
    ),
    arms=(Arm(name="a", about=EVIL), Arm(name="b", about="the other")),
    headline=("recall@10", "mrr"),
    figures=tuple(
        figure(arm, measure, mean)
        for arm, mean in (("a", 0.5), ("b", 0.6))
        for measure in ("recall@1", "recall@10", "mrr")
    ),
    comparisons=(
        Comparison(
            source="s",
            group="answerable",
            measure="recall@10",
            first="a",
            second="b",
            questions=12,
            difference=-0.1,
            low=-0.2,
            high=0.0,
            wins=3,
            losses=9,
            p=0.146,
        ),
    ),
    gates=tuple(
        Gate(
            source="s",
            arm="a",
            threshold=at / 10,
            calls=at / 10,
            right=0.5,
            gain=at / 8,
            wins=at,
            losses=1,
            p=0.5,
        )
        for at in range(11)
    ),
    points=tuple(
        Point(series=f"search: {who}", size=size, milliseconds=size / 1_000 + at)
        for at, who in enumerate(("ours", "raw"), start=1)
        for size in (1_000, 10_000, 100_000)
    ),
    thresholds={"a": 0.45},
    questions=tuple(map(asked, range(12))),
    records=tuple(
        Record(question=str(at), source="s", arm="a", measures={"x": 1}, score=at / 12)
        for at in range(12)
    ),
)

PAGE = page(REPORT)


def svgs() -> list[ET.Element]:
    drawn = re.findall(r"<svg.*?</svg>", PAGE, re.DOTALL)
    return [ET.fromstring(each) for each in drawn]  # noqa: S314 - we made them


def test_the_page_needs_nothing_beside_it() -> None:
    assert not re.search(r"""(src|href)=|url\(|@import|<script|<link""", PAGE)


class Balance(HTMLParser):
    """Notes what is opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed() -> None:
    balance = Balance()
    balance.feed(PAGE)
    assert balance.open == []


def test_what_others_wrote_is_only_text() -> None:
    assert "&lt;script&gt;alert" in PAGE
    assert "<script" not in PAGE


def test_every_kind_of_plot_is_drawn() -> None:
    titles = [str(each.findtext("title")) for each in svgs()]
    assert titles == [
        "s: recall@10",
        "s: recall@10, questions on which two arms differ",
        "s: recall by the number of hits",
        "s, a: best scores",
        "Gain against calls of the verifier",
        "search: time by size",
    ]


def test_every_plot_says_in_words_and_in_a_table_what_it_shows() -> None:
    figures = re.findall(r"<figure>.*?</figure>", PAGE, re.DOTALL)
    assert len(figures) == len(svgs())
    for each, drawn in zip(figures, svgs(), strict=True):
        assert drawn.get("role") == "img"
        labels = str(drawn.get("aria-labelledby")).split()
        assert [part.get("id") for part in drawn[:2]] == labels
        assert (drawn.findtext("desc") or "").endswith(".")
        assert each.count("<table>") == 1
        assert len(re.findall("<tr>", each)) > 1


def test_ids_are_unique() -> None:
    ids = re.findall(r' id="([^"]+)"', PAGE)
    assert len(ids) == len(set(ids)) > 0


def test_nothing_is_drawn_outside_of_its_plot() -> None:
    for each in svgs():
        width, height = map(float, str(each.get("viewBox")).split()[2:])
        for part in each.iter():
            for name, most in (("x", width), ("x1", width), ("cx", width), ("y", height)):
                assert -0.1 <= float(part.get(name, 0)) <= most + 0.1


def test_limits_stand_beside_every_figure_on_the_data() -> None:
    figures = re.findall(r"<figure>.*?</figure>", PAGE, re.DOTALL)
    assert [LIMITS in each for each in figures] == [True] * 4 + [False] * 2
    tables = [each for each in markdown(REPORT).split("\n## ") if each.startswith("s: ")]
    assert len(tables) == 3
    assert all(f"**{LIMITS}**" in each for each in tables)


def test_the_threshold_is_on_the_histogram() -> None:
    (drawn,) = (each for each in svgs() if "best scores" in str(each.findtext("title")))
    assert "threshold 0.45" in [part.text for part in drawn.iter("{*}text")] + [
        part.text for part in drawn.iter("text")
    ]
    assert drawn.findtext("desc") == (
        "At the threshold, 50.0 % of the answerable questions find something and 50.0 % of the "
        "unanswerable ones find nothing."
    )


def test_the_whole_gain_is_marked_where_it_lies() -> None:
    less = [each.model_copy(update={"gain": each.gain / 2}) for each in REPORT.gates]
    drawn = page(REPORT.model_copy(update={"gates": tuple(less)}))
    (svg,) = re.findall(r"<svg[^>]*><title[^>]*>Gain.*?</svg>", drawn, re.DOTALL)
    mark = float(re.findall(r'y1="([^"]+)"[^>]*class="threshold"', svg)[0])
    places = re.findall(r'<polyline points="([^"]+)" fill', svg)[0].split()
    assert mark < min(float(each.partition(",")[2]) for each in places)


def test_markdown_is_tables_and_nothing_breaks_out() -> None:
    html = MarkdownIt("commonmark").enable("table").render(markdown(REPORT))
    assert "<script" not in html
    assert "<em>" not in html
    for each in re.findall(r"<table>.*?</table>", html, re.DOTALL):
        rows = [len(re.findall(r"<t[hd]\b", row)) for row in each.split("</tr>")[:-1]]
        assert len(set(rows)) == 1


def test_a_folder_reads_back(tmp_path: Path) -> None:
    write_report(REPORT, tmp_path / "new" / "folder")
    assert read_report(tmp_path / "new" / "folder") == REPORT
    assert read_report(tmp_path / "new" / "folder" / "report.json") == REPORT
    names = sorted(each.name for each in (tmp_path / "new" / "folder").iterdir())
    assert names == ["report.html", "report.json", "report.md"]


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"schema_version": 2}')
    with pytest.raises(BenchmarkError, match=r"report\.json is no report: schema_version"):
        read_report(tmp_path)
