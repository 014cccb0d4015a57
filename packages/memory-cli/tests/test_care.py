"""``info``, ``repair`` and ``reindex``: what a store holds, and what is wrong with it."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Invoke = Callable[..., Result]


@pytest.fixture
def memory(invoke: Invoke, acme: str) -> Invoke:
    """Run ``loom memory VERB --store URL ...``."""

    def run(verb: str, *arguments: str) -> Result:
        return invoke("memory", verb, "--store", acme, *arguments)

    return run


@pytest.fixture
def filled(memory: Invoke) -> Invoke:
    memory("append", "team/db", "one", "two")
    memory("append", "team/web", "three")
    memory("append", "solo", "four")
    return memory


@pytest.fixture
def damaged(filled: Invoke) -> Invoke:
    """A store with a row that cannot be parsed, at the end of ``team/db``."""
    filled("append", "team/db", "corrupt")
    return filled


def test_info_counts_for_each_prefix(filled: Invoke) -> None:
    report = json.loads(filled("info", "--json").stdout)
    assert (report["keys"], report["entries"]) == (3, 4)
    assert report["prefixes"]["team"]["keys"] == 2
    assert report["prefixes"]["team"]["entries"] == 3
    assert report["prefixes"]["solo"]["entries"] == 1
    assert report["checked"] is False


def test_info_fits_80_columns(filled: Invoke) -> None:
    filled("append", "a-key-with-a-first-segment-that-is-much-longer-than-its-column/x", "five")
    lines = filled("info").stdout.splitlines()
    assert "keys      4" in lines
    assert any(line.split()[:3] == ["team", "2", "3"] for line in lines)
    assert max(map(len, lines)) <= 80


def test_info_of_a_sound_store_finds_no_problem(filled: Invoke) -> None:
    checked = filled("info", "--check")
    assert checked.exit_code == 0
    assert checked.stderr == "Found 0 problems.\n"


def test_info_lists_problems_and_says_so_by_its_exit_code(damaged: Invoke) -> None:
    checked = damaged("info", "--check")
    assert checked.exit_code == 1
    assert "corrupt-entry  'team/db'[2]  it cannot be parsed" in checked.stdout
    report = json.loads(damaged("info", "--check", "--json").stdout)
    assert report["problems"] == [
        {
            "kind": "corrupt-entry",
            "detail": "it cannot be parsed",
            "key": "team/db",
            "position": 2,
        }
    ]


def test_reading_a_damaged_key_is_a_problem(damaged: Invoke) -> None:
    read = damaged("read", "team/db")
    assert (read.exit_code, read.stdout) == (1, "")
    assert "entry 2 of key 'team/db' is corrupt" in read.stderr
    assert "loom memory repair" in read.stderr
    assert damaged("read", "team/web").exit_code == 0


def test_repair_sets_corrupt_rows_aside(damaged: Invoke) -> None:
    repaired = damaged("repair", "--json")
    assert repaired.exit_code == 0
    assert repaired.stderr == "Dealt with 1 problem.\n"
    (problem,) = json.loads(repaired.stdout)["dealt_with"]
    assert (problem["key"], problem["position"]) == ("team/db", 2)
    assert damaged("info", "--check").exit_code == 0
    assert damaged("repair").stdout == ""


def test_reindex_counts_what_it_indexed(filled: Invoke) -> None:
    assert json.loads(filled("reindex", "--json").stdout)["entries"] == 4
    assert filled("reindex").stderr == "Indexed 4 entries.\n"


@pytest.mark.parametrize("command", ["repair", "reindex"])
def test_a_backend_without_it_is_a_clear_error(invoke: Invoke, command: str) -> None:
    refused = invoke("memory", command, "--store", "memory://")
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert f"the backend 'memory' brings no {command}" in refused.stderr
    assert "hint: " in refused.stderr


NEEDING_A_STORE = [
    ["read", "k"],
    ["search", "k", "x"],
    ["keys"],
    ["info"],
    ["dump"],
    ["clear", "--prefix", ""],
    ["clear", "--prefix", "", "--yes"],
    ["clear", "k"],
    ["remove", "k", "id"],
]


@pytest.mark.parametrize("command", NEEDING_A_STORE, ids=" ".join)
def test_a_mistyped_name_does_not_create_a_store(memory: Invoke, command: list[str]) -> None:
    refused = memory(*command)
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "there is no file" in refused.stderr


def test_an_option_in_the_url_is_left_as_it_is(invoke: Invoke, acme: str) -> None:
    assert invoke("memory", "keys", "--store", f"{acme}?read_only=false").exit_code == 0
    refused = invoke("memory", "keys", "--store", f"{acme}?read_only=true")
    assert refused.exit_code == 3
