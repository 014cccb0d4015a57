"""A waiver excuses one broken promise, for a reason, for a while, and nothing else."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from loom_conformance.waivers import FILE_NAME, Waiver, read_waivers
from test_plugin import REVERSED, Run, run

__all__ = ["run"]

GOOD = """
[[waiver]]
case = "append.order"
reason = "the engine turns lists round"
link = "https://example.org/issues/7"
"""
CASES = ("append.order", "search.thai")

Reader = Callable[[str], tuple[str, ...]]


@pytest.fixture
def problems(tmp_path: Path) -> Reader:
    """What is wrong with a file of waivers."""

    def problems_of(text: str) -> tuple[str, ...]:
        (tmp_path / FILE_NAME).write_text(text)
        return read_waivers(tmp_path, store="TestAcme", cases=CASES).problems

    return problems_of


def test_no_file_is_no_waiver(tmp_path: Path) -> None:
    waivers = read_waivers(tmp_path, store="TestAcme", cases=CASES)
    assert (waivers.by_case, waivers.problems) == ({}, ())


def test_a_good_waiver_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(f"{GOOD}expires = 2999-01-01\n")
    waivers = read_waivers(tmp_path, store="TestAcme", cases=CASES)
    waiver = Waiver(
        case="append.order",
        reason="the engine turns lists round",
        link="https://example.org/issues/7",
        expires=date(2999, 1, 1),
    )
    assert waivers.holding("append.order") == waiver
    assert waivers.problems == ()


def test_a_waiver_may_name_the_class_that_it_is_for(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(f'{GOOD}store = "TestOther"\n')
    assert read_waivers(tmp_path, store="TestAcme", cases=CASES).by_case == {}
    assert "append.order" in read_waivers(tmp_path, store="TestOther", cases=CASES).by_case


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[waiver]]\ncase = "append.order"', "the waiver append.order has no reason"),
        (
            GOOD.replace("the engine turns lists round", " "),
            "the waiver append.order has no reason",
        ),
        (GOOD.replace("link =", "url ="), "the waiver append.order has no link"),
        (GOOD.replace("append.order", "append.orde"), "names no case of this kit"),
        (GOOD + GOOD, "the case append.order is waived twice"),
        (GOOD + "since = 3", "has the field 'since'; known are case, reason, link, expires, store"),
        (GOOD + 'expires = "soon"', "expires on 'soon'; write a date"),
        (GOOD + "expires = 2020-01-01", "the waiver of append.order expired on 2020-01-01"),
        ("[[waiver]", "cannot be read"),
        ("waiver = 3", "holds no [[waiver]] tables"),
        ("[[waiver]]", "the waiver number 1 has no case"),
    ],
)
def test_a_bad_waiver_is_named(problems: Reader, text: str, problem: str) -> None:
    assert problem in "\n".join(problems(text))


def test_a_waived_failure_is_no_failure(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / FILE_NAME).write_text(GOOD)
    result = run("-k", "test_append_order and not _order_", body=REVERSED)
    result.assert_outcomes(xfailed=1)
    result.stdout.fnmatch_lines(["*1 waived*"])
    assert result.ret == 0


def test_a_waived_case_that_passes_is_a_failure(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / FILE_NAME).write_text(GOOD)
    result = run("-k", "test_append_order and not _order_")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*append.order: it is waived and passes now: take it out of*"])


def test_an_expired_waiver_excuses_nothing(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / FILE_NAME).write_text(f"{GOOD}expires = 2020-01-01\n")
    result = run("-k", "waivers or test_append_order and not _order_", body=REVERSED)
    result.assert_outcomes(failed=2)


def test_the_file_is_checked_with_the_contract(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / FILE_NAME).write_text(GOOD.replace("append.order", "append.ordre"))
    result = run("-k", "waivers")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the waiver append.ordre names no case of this kit"])
