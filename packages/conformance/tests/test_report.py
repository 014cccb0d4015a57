"""One run gives one report in four forms, whose JSON has a version and a fixed shape."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from loom_conformance import (
    Claim,
    MemoryStoreContract,
    Outcome,
    Report,
    Status,
    cases_of,
    run_case,
)
from loom_conformance.record import Record, case_record, store_record
from loom_conformance.report import build_report
from loom_conformance.report_files import write_report
from loom_conformance.versions import backend_versions, distribution_of
from loom_memory_core import InMemoryStore, MemoryEntry

ALL = cases_of(MemoryStoreContract)
GOLDEN = Path(__file__).parent / "report-schema.json"


class Last(InMemoryStore):
    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=limit)[::-1]


def records(name: str, outcomes: list[Outcome], problems: tuple[str, ...] = ()) -> Iterator[Record]:
    store = store_record(name, Claim(verbs=frozenset({"search"})), "loom_memory_core.memory")
    for outcome in outcomes:
        case = case_record(ALL[outcome.case], outcome)
        yield Record(store=store, case=case, seconds=outcome.seconds, problems=problems)


@pytest.fixture
def report() -> Report:
    """A failure with U+0000 in it, a waived case, one not proven, and an expired waiver."""
    outcomes = [
        run_case(ALL["append.order"], Last),
        run_case(ALL["values.nul"], Last),
        Outcome("read.twice", Status.WAIVED, 0.25, "it is slow (https://x)"),
        Outcome("reopen.entries", Status.NOT_PROVEN, reason="the store is not durable"),
        Outcome("clear.twice", Status.PASSED, 0.5),
    ]
    problems = ("the waiver of read.once expired on 2020-01-01",)
    return build_report(
        [*records("a/test_a.py::TestAcme", outcomes, problems), *records("b::TestB", outcomes[4:])],
        tier="quick",
    )


def test_the_schema_is_the_one_that_was_promised() -> None:
    """A change that readers of old reports would notice means another ``schema_version``."""
    assert json.loads(GOLDEN.read_text()) == Report.model_json_schema()


def test_a_store_is_summed_up(report: Report) -> None:
    acme, other = report.stores
    assert acme.level == "none"
    assert acme.counts["failed"] == 2
    assert acme.counts["waived"] == acme.counts["passed"] == 1
    assert sum(acme.counts.values()) == len(ALL)
    assert acme.by_verb["core"]["failed"] == 2
    assert acme.problems == ("the waiver of read.once expired on 2020-01-01",)
    assert (acme.distribution, "pydantic" in acme.versions) == ("loom-memory-core", True)
    assert [each.id for each in acme.cases][:2] == ["append.order", "values.nul"]
    assert (other.seconds, other.counts["left out"]) == (0.5, len(ALL) - 4)
    assert {"contract", "python", "sqlite", "loom-conformance"} <= set(report.versions)


def test_the_json_holds_it_all(report: Report, tmp_path: Path) -> None:
    write_report(report, tmp_path / "new" / "folder")
    text = (tmp_path / "new" / "folder" / "report.json").read_text()
    assert Report.model_validate_json(text) == report
    failure = json.loads(text)["stores"][0]["cases"][0]["failure"]
    assert set(failure) == {"input", "expected", "got", "reproduction"}


def test_the_junit_counts_alike(report: Report, tmp_path: Path) -> None:
    write_report(report, tmp_path)
    suite, _ = ET.parse(tmp_path / "junit.xml").getroot()  # noqa: S314 - we wrote it
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("8", "2", "5")
    failed = [each.get("name") for each in suite if each.find("failure") is not None]
    assert failed == ["append.order", "values.nul"]
    assert "\\x00" in (suite.findtext("testcase[@name='values.nul']/failure") or "")


def test_the_markdown_names_what_is_wrong(report: Report, tmp_path: Path) -> None:
    write_report(report, tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "## a/test_a.py::TestAcme: none" in text
    assert "### append.order\n\nEntries of one append come back" in text
    assert "- `read.twice`: it is slow (https://x)" in text
    assert "- `reopen.entries`: the store is not durable" in text
    assert "- the waiver of read.once expired on 2020-01-01" in text


def test_a_badge_is_what_shields_reads(report: Report, tmp_path: Path) -> None:
    written = [path.name for path in write_report(report, tmp_path)]
    assert written[3:] == ["badge-TestAcme.json", "badge-TestB.json"]
    assert json.loads((tmp_path / "badge-TestAcme.json").read_text()) == {
        "schemaVersion": 1,
        "label": "loom contract 1.0",
        "message": "none, 1 waived",
        "color": "red",
    }


def test_two_classes_of_one_name_have_a_badge_each(tmp_path: Path) -> None:
    passed = [Outcome("clear.twice", Status.PASSED)]
    both = [*records("a/test_a.py::TestAcme", passed), *records("b/test_b.py::TestAcme", passed)]
    written = write_report(build_report(both, tier="full"), tmp_path)
    assert [path.name for path in written[3:]] == [
        "badge-a-test-a-py-TestAcme.json",
        "badge-b-test-b-py-TestAcme.json",
    ]


def test_a_long_tier_leaves_nothing_for_later(report: Report) -> None:
    late = [each.id for each in report.stores[0].ended(Status.NOT_PROVEN)]
    assert "sizes.many-words-found" in late
    soak = build_report(records("x::TestX", []), tier="soak")
    assert soak.stores == ()


def test_a_module_of_no_distribution_has_no_version() -> None:
    assert distribution_of("test_acme") == ""
    assert backend_versions("") == {}
