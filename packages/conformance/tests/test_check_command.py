"""``loom plugin check`` as a shell sees it: what is printed where, the files, the exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from acme_package import Acme

ONE_CASE = ("--offline", "--case", "append.order")


def loom(acme: Acme, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the project's folder, with what is installed beside it on the path."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "from loom_memory_cli.main import program\n"
        "program().main(prog_name='loom')"
    )
    return subprocess.run(
        [sys.executable, "-c", code, str(acme.site), "plugin", "check", *arguments],
        cwd=acme.project,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_report_is_on_stdout_and_the_progress_on_stderr(acme: Acme) -> None:
    acme.install()
    done = loom(acme, "acme", *ONE_CASE)
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first == "acme-loom 1.0, as it is installed"
    assert last.startswith("loom-check: conformant, 1 case was chosen: 1 passed, 0 failed")
    assert done.stderr.splitlines() == [
        "Importing acme_loom.plugin ...",
        "Trying the verbs of acme ...",
        "Running the kit on acme, tier quick ...",
    ]


def test_a_package_that_fails_exits_with_1_and_writes_every_form(
    acme: Acme, tmp_path: Path
) -> None:
    acme.change("src/acme_loom/store.py", "for text in wanted]", "for text in reversed(wanted)]")
    acme.change("src/acme_loom/options.py", "frozen=True, ", "")
    acme.install()
    out = tmp_path / "out"
    files = ["--junit", f"{out}/junit.xml", "--markdown", f"{out}/report.md"]
    done = loom(acme, "acme", *ONE_CASE, "--json", *files, "--badge", f"{out}/badge.svg")
    assert done.returncode == 1
    report: dict[str, Any] = json.loads(done.stdout)
    assert (report["schema_version"], report["conformant"]) == (1, False)
    assert [each["id"] for each in report["findings"]] == ["options.frozen"]
    assert report["backends"][0]["kit"]["stores"][0]["counts"]["failed"] == 1
    suites = ET.parse(out / "junit.xml").getroot()  # noqa: S314 - our own file
    failed = [
        each.get("name") for each in suites.iter("testcase") if each.find("failure") is not None
    ]
    assert failed == ["options", "append.order"]
    assert "- `options.frozen`: AcmeOptions has no frozen=True" in (out / "report.md").read_text()
    title = ET.parse(out / "badge.svg").getroot()[0].text  # noqa: S314 - as above
    assert title == "loom contract 1.0: not conformant"


def test_a_badge_on_stdout_is_for_shields(acme: Acme) -> None:
    acme.install()
    done = loom(acme, "acme", *ONE_CASE, "--badge", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["label"] == "loom contract 1.0"


def test_without_a_name_the_project_of_the_folder_is_meant(acme: Acme) -> None:
    (acme.project / "pyproject.toml").write_text("[project")
    done = loom(acme, "--offline")
    assert (done.returncode, done.stdout) == (3, "")
    assert "project does not build" in done.stderr
    (acme.project / "pyproject.toml").unlink()
    done = loom(acme)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no project in this folder" in done.stderr
    assert "  hint: name one" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["acmee"], 3, "did you mean acme?"),
        (["acme", "--case", "append.ordr"], 2, "did you mean append.order?"),
        (["acme", "--url", "bolt://x"], 2, "the schemes of acme-loom are acme"),
        (["acme", "--tier", "slow"], 2, "Invalid value"),
    ],
)
def test_what_was_asked_wrongly_says_so(
    acme: Acme, arguments: list[str], code: int, said: str
) -> None:
    acme.install()
    done = loom(acme, *arguments, "--offline")
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_help_imports_nothing_of_the_kit() -> None:
    code = (
        "import sys; from loom_memory_cli.main import program\n"
        "try: program().main(['plugin', 'check', '--help'])\n"
        "except SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "the conformance kit" in done.stdout
    assert not {"pydantic", "pytest", "loom_memory_core", "packaging"} & set(done.stderr.split())
