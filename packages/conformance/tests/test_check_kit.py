"""The kit inside the check: waivers, cases that hang or end the process, chosen cases, URLs."""

import os
from pathlib import Path

import pytest
from acme_package import Acme
from checked import Quiet, checked, told
from loom_conformance.check.checking import check
from loom_conformance.check.failure import CouldNotCheckError
from loom_conformance.check.request import Request
from loom_conformance.check.result import CheckReport
from loom_conformance.check.text_view import text

STORE = "src/acme_loom/store.py"
PLUGIN = "src/acme_loom/plugin.py"
NO_SCRATCH = (PLUGIN, "        scratch=scratch,\n", "")

REVERSED = (STORE, "for text in wanted]", "for text in reversed(wanted)]")


def waived(acme: Acme, waiver: str, *, case: str = "append.order") -> CheckReport:
    path = acme.project / "loom-waivers.toml"
    path.write_text(f"[[waiver]]\n{waiver}\n", encoding="utf-8")
    acme.install()
    return check(Request("acme", cases=(case,), waivers=path, offline=True), Quiet())


def test_a_failing_case_comes_last_with_its_reproduction(acme: Acme) -> None:
    acme.change(*REVERSED)
    acme.install()
    report = checked()
    assert not report.conformant
    lines = text(report).splitlines()
    at = lines.index("failed: append.order")
    assert lines[at + 1].startswith("  promise   Entries of one append come back")
    assert "  reproduce" in lines[at:]
    assert lines[-1].startswith("loom-check: NOT conformant, 1 case was chosen: 0 passed, 1 failed")


def test_a_waived_failure_is_shown_with_its_reason(acme: Acme) -> None:
    acme.change(*REVERSED)
    waiver = 'case = "append.order"\nreason = "we like it so"\nlink = "https://example.org/1"'
    report = waived(acme, waiver)
    assert report.conformant
    assert "  append.order: we like it so (https://example.org/1)" in text(report)


@pytest.mark.parametrize(
    ("waiver", "said"),
    [
        ('case = "append.ordr"\nreason = "r"\nlink = "l"', "names no case of this kit"),
        ('case = "append.order"\nlink = "l"', "has no reason"),
        ('case = "append.order"\nreason = "r"\nlink = "l"\nexpires = 2020-01-01', "expired on"),
    ],
)
def test_a_waiver_that_is_wrong_makes_it_fail(acme: Acme, waiver: str, said: str) -> None:
    report = waived(acme, waiver)
    assert said in told(report)["kit.waivers"]
    assert not report.conformant


def test_a_waiver_of_what_passes_now_makes_it_fail(acme: Acme) -> None:
    report = waived(acme, 'case = "append.order"\nreason = "r"\nlink = "l"')
    assert not report.conformant
    assert "it is waived and passes now" in text(report)


def test_a_case_that_hangs_is_named(acme: Acme) -> None:
    acme.change(STORE, "check_entries(entries)]", "check_entries(entries) if _wait(key)]")
    acme.change(
        STORE,
        "\n\nclass AcmeStore",
        "\n\ndef _wait(key):\n"
        "    import sys, threading\n"
        "    return 'pytest' not in sys.modules or threading.Event().wait()\n"
        "\n\nclass AcmeStore",
    )
    acme.install()
    report = checked(patience=10)
    assert "the case append.order gave no answer within 10 seconds" in told(report)["kit.hangs"]
    assert "--case append.order" in told(report)["kit.hangs"]
    assert not report.conformant


def test_a_case_that_ends_the_process_is_named(acme: Acme) -> None:
    dies = "        'pytest' in __import__('sys').modules and os._exit(3)\n"
    acme.change(STORE, "        if not texts:", f"{dies}        if not texts:")
    acme.install()
    said = told(checked())["kit.ends"]
    assert "the case append.order ended the process with exit code 3" in said


def test_cases_are_chosen_by_pattern(acme: Acme) -> None:
    acme.install()
    report = checked(cases=("clear.t*", "read.limit-zero"))
    (backend,) = report.backends
    assert backend.report
    run = [each.id for each in backend.report.cases if each.seconds]
    assert sorted(run) == ["clear.then-append", "clear.twice", "read.limit-zero"]
    lines = text(report).splitlines()
    assert "core        ok      3 of 3" in lines
    assert lines[-1].startswith("loom-check: conformant, 3 cases were chosen: 3 passed, 0 failed")


def test_a_live_store_is_tried_and_left_empty(acme: Acme, tmp_path: Path) -> None:
    acme.change(*NO_SCRATCH)
    acme.install()
    report = checked(urls=(f"acme:///{tmp_path}/live",), cases=("append.*", "reopen.*"))
    assert report.conformant, told(report)
    assert report.backends[0].store == "url"
    assert [path.name for path in (tmp_path / "live").iterdir()] == ["lock"]


def test_a_live_store_that_holds_something_is_refused(acme: Acme, tmp_path: Path) -> None:
    acme.change(STORE, "    def _path", "    def keys(self, prefix: str = ''):\n"
                "        return iter(['user/ada'])\n\n    def _path")  # fmt: skip
    acme.install()
    with pytest.raises(CouldNotCheckError, match="not empty: it holds 'user/ada'") as caught:
        checked(urls=(f"acme:///{tmp_path}/live",))
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("request_", "said", "code"),
    [
        (Request("acme"), "gives no scratch store", 2),
        (Request("acme", urls=("bolt://x",)), "begins with bolt://; the schemes", 2),
        (Request("acme", cases=("append.ordr",)), "the kit has no case 'append.ordr'", 2),
        (Request("acme", publish=True), "an index is given files", 2),
        (Request("acmee"), "nothing called 'acmee' is installed", 3),
        (Request("./nowhere"), "there is no ./nowhere", 3),
        (Request(os.devnull), "is neither a wheel, nor an sdist", 3),
    ],
)
def test_what_cannot_be_checked_says_what_to_do(
    acme: Acme, request_: Request, said: str, code: int
) -> None:
    acme.change(*NO_SCRATCH)
    acme.install()
    with pytest.raises(CouldNotCheckError) as caught:
        check(request_, Quiet())
    assert said in caught.value.message
    assert caught.value.code == code
    assert caught.value.hint


def test_a_project_that_does_not_build_could_not_be_checked(acme: Acme) -> None:
    acme.change("pyproject.toml", "[project]", "[project")
    with pytest.raises(CouldNotCheckError, match="project does not build"):
        check(Request(str(acme.project)), Quiet())
