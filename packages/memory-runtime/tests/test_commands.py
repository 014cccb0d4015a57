"""``loom memory tail|recall|sweep|promote`` and ``loom decisions list|show|replay``."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from loom_memory_cli.main import program
from loom_memory_core import MemoryEntry, MemoryStore, opened, taint
from loom_memory_runtime import Policies, TieredMemory, TierPolicy

if TYPE_CHECKING:
    from conftest import SetClock

Loom = Callable[..., Result]

FOREVER: Policies = {
    "working": TierPolicy(),
    "episodic": TierPolicy(),
}

PAGE = taint("Fail over db-7\x1b[2J with pg_ctl", origin="wiki")
LIMITS = ("--ttl-seconds", "inf", "--max-entries", "3")

APPLICATION = '''\
"""An application, as `loom decisions replay` finds it."""


def handle(run):
    hits = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
    return run.decide("answer", lambda: hits[0].entry.content)


def asks_more(run):
    handle(run)
    return run.decide("another", lambda: 1)


def asks_less(run):
    run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)


def asks_else(run):
    return run.decide("answer", lambda: 1)


NUMBER = 7
'''


@pytest.fixture
def store(tmp_path: Path) -> Iterator[MemoryStore]:
    with opened(f"sqlite:///{tmp_path / 'agent.db'}") as store:
        yield store


@pytest.fixture
def memory(store: MemoryStore, clock: "SetClock") -> TieredMemory:
    """Four steps at noon, and one execution that recalled a page of the wiki."""
    memory = TieredMemory(store, policies=FOREVER, clock=clock)
    for each in "abcd":
        memory.runtime.append("working", "db-7", [MemoryEntry(content=f"step {each}", id=each)])
    memory.runtime.append("semantic", "team/db", [MemoryEntry(content=PAGE, id="page")])
    with memory.execution("incident-42") as run:
        hits = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
        run.decide("answer", lambda: hits[0].entry.content)
    return memory


@pytest.fixture
def loom(
    memory: TieredMemory,  # noqa: ARG001 - it fills the store
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Loom:
    """Run the command in this process, in a folder that holds an application."""
    (tmp_path / "application.py").write_text(APPLICATION)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "application", raising=False)
    monkeypatch.setenv("LOOM_MEMORY_URL", "sqlite:///agent.db")
    monkeypatch.setenv("NO_COLOR", "1")
    return lambda *arguments: CliRunner().invoke(program(), arguments)


def told(done: Result) -> Any:  # noqa: ANN401 - JSON
    assert done.exit_code in {0, 1}, done.output
    return json.loads(done.stdout)


def test_tail_prints_what_the_policy_keeps_and_changes_nothing(
    loom: Loom, store: MemoryStore
) -> None:
    done = loom("memory", "tail", "working", "db-7", *LIMITS)
    assert [line for line in done.stdout.splitlines() if line.startswith("step")] == [
        "step b",
        "step c",
        "step d",
    ]
    assert loom("memory", "tail", "working", "db-7").stdout == ""  # an hour is long over
    assert len(store.read("working/db-7")) == 4


def test_tail_as_json(loom: Loom) -> None:
    done = loom("memory", "tail", "semantic", "team/db", "--limit", "1", "--json")
    assert told(done) == {
        "schema_version": 1,
        "tier": "semantic",
        "scope": "team/db",
        "entries": [
            {
                "content": {
                    "$tainted": {"origin": "wiki", "value": "Fail over db-7\x1b[2J with pg_ctl"}
                },
                "timestamp": "2026-11-30T12:00:00+00:00",
                "id": "page",
            }
        ],
    }


def test_recall_prints_scores_and_origins(loom: Loom) -> None:
    done = loom("memory", "recall", "semantic", "team/db", "how", "to", "fail", "over?")
    assert done.exit_code == 0
    assert "from wiki, untrusted" in done.stdout
    assert "*Fail* *over* db-7\\x1b[2J" in done.stdout
    report = told(loom("memory", "recall", "semantic", "team/db", "--json", "fail"))
    assert (report["query"], [hit["entry"]["id"] for hit in report["hits"]]) == ("fail", ["page"])


def test_recall_hides_what_has_expired(loom: Loom) -> None:
    done = loom("memory", "recall", "working", "db-7", "step")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "Nothing matches.\n")
    report = told(
        loom("memory", "recall", "working", "db-7", "--ttl-seconds", "inf", "--json", "step")
    )
    assert len(report["hits"]) == 4


def test_sweep_is_a_dry_run_until_it_is_meant(loom: Loom, store: MemoryStore) -> None:
    done = loom("memory", "sweep", "working", *LIMITS)
    assert (done.stdout, done.stderr) == (
        "db-7  1\n",
        "A dry run: 1 entry of 1 scope would go. Add --yes to evict.\n",
    )
    assert len(store.read("working/db-7")) == 4
    assert (
        loom("memory", "sweep", "working", "other", *LIMITS, "--yes").stderr
        == "Nothing to evict.\n"
    )
    assert told(loom("memory", "sweep", "working", *LIMITS, "--yes", "--json")) == {
        "schema_version": 1,
        "tier": "working",
        "swept": True,
        "scopes": [{"scope": "db-7", "entries": 1}],
    }
    assert [each.id for each in store.read("working/db-7")] == ["b", "c", "d"]


def test_promote_moves_by_id_and_twice_is_once(loom: Loom, store: MemoryStore) -> None:
    command = ("memory", "promote", "working", "episodic", "db-7", "c", "a")
    assert told(loom(*command, "--json")) == {
        "schema_version": 1,
        "from_tier": "working",
        "to_tier": "episodic",
        "scope": "db-7",
        "ids": ["a", "c"],
        "appended": 2,
    }
    again = loom(*command)
    assert (again.exit_code, again.stderr) == (0, "Promoted 0 entries to episodic.\n")
    assert [each.id for each in store.read("episodic/db-7")] == ["a", "c"]
    assert [each.id for each in store.read("working/db-7")] == ["b", "d"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["working", "episodic", "db-7", "a", "x"], 1, "no entry of 'db-7' with the id 'x'"),
        (["working", "working", "db-7", "a"], 2, "both working"),
        (["working", "long", "db-7", "a"], 2, "'long' is not one of"),
        (["working", "episodic", "x" * 301, "a"], 2, "more than 300"),
    ],
    ids=["unknown id", "one tier", "no tier", "long scope"],
)
def test_a_wrong_promotion_moves_nothing(
    loom: Loom, store: MemoryStore, arguments: list[str], code: int, message: str
) -> None:
    done = loom("memory", "promote", *arguments)
    assert done.exit_code == code
    assert message in done.stderr
    assert len(store.read("working/db-7")) == 4


def test_list_prints_every_execution(loom: Loom) -> None:
    assert loom("decisions", "list").stdout == "incident-42  2 decisions  2026-11-30 12:00\n"
    assert told(loom("decisions", "list", "--json"))["executions"] == [
        {
            "execution": "incident-42",
            "decisions": 2,
            "first": "2026-11-30T12:00:00Z",
            "last": "2026-11-30T12:00:00Z",
        }
    ]


def test_show_prints_what_was_recalled_and_why(loom: Loom, store: MemoryStore) -> None:
    store.clear("semantic/team/db")
    done = loom("decisions", "show", "incident-42")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("0  recall_relevant semantic/team/db ")
    assert lines[1] == "    asked: 'db-7 is down', for 5 at most"
    assert lines[2].startswith(" 1  0.")
    assert lines[2].endswith("page  from wiki, untrusted")
    assert lines[3] == "    Fail over *db*-*7*\\x1b[2J with pg_ctl"
    assert lines[4].startswith("1  answer  2026-11-30 12:00:00")
    assert "\x1b" not in done.stdout


def test_show_as_json_has_the_hits_apart(loom: Loom) -> None:
    first, second = told(loom("decisions", "show", "incident-42", "--json"))["decisions"]
    assert (first["position"], first["value"]["query"]) == (0, "db-7 is down")
    assert [hit["entry"]["id"] for hit in first["hits"]] == ["page"]
    assert (second["name"], second["hits"]) == ("answer", None)


@pytest.mark.parametrize("command", [["show"], ["replay"]], ids=" ".join)
def test_an_execution_that_is_not_there(loom: Loom, command: list[str]) -> None:
    function = ["application:handle"] if command == ["replay"] else []
    done = loom("decisions", *command, "incident-43", *function)
    assert (done.exit_code, "'incident-43'" in done.stderr) == (1, True)


def test_replay_gives_the_same_without_a_corpus(loom: Loom, store: MemoryStore) -> None:
    store.clear("semantic/team/db")
    done = loom("decisions", "replay", "incident-42", "application:handle", "--json")
    report = told(done)
    assert report["value"] == PAGE
    assert (report["decisions"], report["divergence"]) == (2, None)
    shown = loom("decisions", "replay", "incident-42", "application:handle")
    assert (shown.exit_code, "2 decisions came from the log." in shown.stderr) == (0, True)


@pytest.mark.parametrize(
    ("function", "divergence"),
    [
        ("asks_more", {"position": 2, "recorded": None, "asked": "another"}),
        ("asks_less", {"position": 1, "recorded": "answer", "asked": None}),
    ],
)
def test_replay_that_diverges_says_where(
    loom: Loom, function: str, divergence: dict[str, object]
) -> None:
    done = loom("decisions", "replay", "incident-42", f"application:{function}", "--json")
    assert done.exit_code == 1
    assert told(done)["divergence"] == divergence


def test_replay_names_both_decisions(loom: Loom) -> None:
    done = loom("decisions", "replay", "incident-42", "application:asks_else")
    assert done.exit_code == 1
    assert "'recall_relevant semantic/team/db " in done.stderr
    assert "'answer' was asked for" in done.stderr


@pytest.mark.parametrize(
    "function", ["application", "application:nothing", "nowhere:f", "application:NUMBER"]
)
def test_what_cannot_be_called_is_wrong_usage(loom: Loom, function: str) -> None:
    done = loom("decisions", "replay", "incident-42", function)
    assert (done.exit_code, function in done.stderr) == (2, True)
