"""What pytest shows to somebody who runs the contract, and to somebody who does not."""

import json
from collections.abc import Callable

import pytest

ACME = """
import functools
import pytest
from loom_conformance import MemoryStoreContract, case
from loom_memory_core import InMemoryStore


class Acme(InMemoryStore):
    {body}


class {name}(MemoryStoreContract):
    verbs = frozenset({{"search"}})
    durable = False
    {attributes}

    @pytest.fixture
    def store_factory(self):
        store = Acme()
        return lambda: store
"""
REVERSED = "def read(self, key, *, limit=None): return super().read(key, limit=limit)[::-1]"

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Runs the contract on a store that is right but for ``body``."""

    def run_it(
        *arguments: str, body: str = "pass", attributes: str = "", name: str = "TestAcme"
    ) -> pytest.RunResult:
        pytester.makepyfile(test_acme=ACME.format(body=body, attributes=attributes, name=name))
        return pytester.runpytest_inprocess("-ra", "-p", "no:randomly", *arguments)

    return run_it


def test_where_no_contract_runs_nothing_is_shown_or_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_plain():
            assert "loom_conformance.pytest_plugin" in sys.modules
            assert not {"loom_conformance.session", "loom_conformance.contract"} & set(sys.modules)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:randomly")
    result.assert_outcomes(passed=1)
    assert "memory contract" not in result.stdout.str()


def test_a_right_store_is_told_its_level(run: Run) -> None:
    result = run("-k", "append or core")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*memory contract 1.0, tier quick*", "*TestAcme", "*level none: *"]
    )


def test_a_failure_says_what_was_promised_and_how_to_see_it(run: Run) -> None:
    result = run("-k", "test_append_order_across_calls", body=REVERSED)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "append.order-across-calls is not kept.",
            "promise   A later append stands after an earlier one.",
            "input     store.read('k')",
            "expected  [[]MemoryEntry(content='zulu'), *",
            "got       [[]MemoryEntry(content='alpha'), *",
            "page      docs/reference/conformance.md#appendorder-across-calls",
            "reproduce",
            "    from loom_memory_core import MemoryEntry",
            "    store = *",
            "    store.append('k', [[]MemoryEntry(content='zulu')[]])",
            "    print(store.read('k'))",
        ]
    )


def test_a_contract_without_a_store_says_what_to_write(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from loom_conformance import MemoryStoreContract

        class TestForgotten(MemoryStoreContract):
            pass
        """
    )
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(errors=1, deselected=296)
    result.stdout.fnmatch_lines(
        ["TestForgotten does not say which store to test*", "*def store_factory(self, tmp_path):"]
    )


def test_a_promised_verb_that_is_missing_fails_once(run: Run) -> None:
    attributes = 'verbs = frozenset({"search", "compact"})'
    result = run("-k", "presence_promised or compact", attributes=attributes)
    result.assert_outcomes(failed=1)


def test_a_missing_verb_is_not_proven_when_promised_and_skipped_when_not(run: Run) -> None:
    body = "remove = None; get = None"
    result = run("-k", "remove_by_id", body=body)
    result.stdout.fnmatch_lines(["*SKIPPED*the store has no remove, and does not promise it"])
    result = run("-k", "remove_by_id", body=body, attributes='verbs = frozenset({"remove"})')
    result.stdout.fnmatch_lines(
        ["*not proven: remove is promised, and the store does not have it*"]
    )


def test_a_case_can_be_chosen_by_its_id(run: Run) -> None:
    run("-k", "read.limit-zero or search.thai").assert_outcomes(passed=2, deselected=295)


def test_long_cases_wait_for_their_tier(run: Run) -> None:
    assert run("-k", "many_words_found").parseoutcomes() == {"deselected": 297}
    result = run("-k", "many_words_found", "--loom-tier", "full")
    assert result.parseoutcomes() == {"passed": 1, "deselected": 296}


def test_what_cannot_be_shown_is_not_passed(run: Run) -> None:
    result = run("-k", "test_reopen_entries")
    result.assert_outcomes(skipped=1, deselected=296)
    result.stdout.fnmatch_lines(["*not proven: the store is not durable (1)"])


def test_newer_promises_are_advisory(run: Run) -> None:
    attributes = '''contract = "0.9"

    @case("acme.tomorrow", since="2.0")
    def test_tomorrow(self, store):
        """Tomorrow comes."""
        assert store.read("k") == ["tomorrow"]
    '''
    result = run("-k", "tomorrow or append_order", attributes=attributes, body=REVERSED)
    assert set(result.parseoutcomes()) == {"passed", "skipped", "deselected"}
    result.stdout.fnmatch_lines(["*advisory: the promise came with contract 2.0, after 0.9*"])
    assert result.ret == 0


def test_a_case_of_ones_own_counts_and_is_reported(run: Run, pytester: pytest.Pytester) -> None:
    attributes = '''

    @case("acme.own", needs="search")
    def test_own(self, store):
        """Acme keeps a promise of its own."""
        assert store.search("k", "x") == []
    '''
    run("-k", "test_own", "--loom-report", "out", attributes=attributes).assert_outcomes(passed=1)
    told = json.loads((pytester.path / "out" / "report.json").read_text())
    assert [each["id"] for each in told["stores"][0]["cases"] if each["status"] == "passed"] == [
        "acme.own"
    ]


def test_workers_tell_the_one_that_reports(run: Run, pytester: pytest.Pytester) -> None:
    result = run("-n", "2", "-k", "test_append", "--loom-report", "out", body=REVERSED)
    assert result.ret == 1
    store = json.loads((pytester.path / "out" / "report.json").read_text())["stores"][0]
    assert store["counts"]["failed"] == result.parseoutcomes()["failed"] > 3
    assert store["cases"][0]["failure"]["input"].startswith("store.")


def test_a_mark_excuses_no_failure(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        import pytest

        def pytest_collection_modifyitems(items):
            for item in items:
                if "order_across" in item.name:
                    item.add_marker(pytest.mark.xfail)
                if "order_of" in item.name:
                    item.add_marker(pytest.mark.skip(reason="it fails"))
        """
    )
    result = run("-k", "order-across or order-of-fifty", "--loom-report", "out", body=REVERSED)
    result.assert_outcomes(failed=1, skipped=1, deselected=295)
    cases = json.loads((pytester.path / "out" / "report.json").read_text())["stores"][0]["cases"]
    ended = {each["id"]: each["status"] for each in cases}
    assert ended["append.order-across-calls"] == "failed"
    assert ended["append.order-of-fifty"] is None


def test_a_report_without_a_contract_is_told(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_plain(): pass")
    result = pytester.runpytest_inprocess("--loom-report", "out")
    result.stdout.fnmatch_lines(["--loom-report: no contract class was run"])


def test_an_overridden_case_is_left_out_not_passed(run: Run, pytester: pytest.Pytester) -> None:
    attributes = "def test_append_order(self): pass"
    run("-k", "test_append_order", "--loom-report", "out", attributes=attributes)
    cases = json.loads((pytester.path / "out" / "report.json").read_text())["stores"][0]["cases"]
    [found] = [each for each in cases if each["id"] == "append.order"]
    assert (found["status"], found["reason"]) == (None, "it was left out of this run")
