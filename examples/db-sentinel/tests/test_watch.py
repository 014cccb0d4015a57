"""Alerts are judged in order, forgotten by the clock of their log, and learnt from."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from loom_conformance import OpenAiServer
from loom_memory_core import MemoryEntry, SearchHit, is_tainted, opened
from loom_memory_runtime import OpenAIChat, TieredMemory
from sentinel.alert import Alert, AlertClock, AlertError, Verdict, alerts
from sentinel.judge import ChatJudge, Judge, RuleJudge
from sentinel.notes import CORPUS, load
from sentinel.watch import Handled, Sentinel

LOG = list(alerts())


class AbsentJudge:
    """Nobody: a replay must not judge."""

    def judge(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> Verdict:
        raise AssertionError(f"{alert.id} was judged again: {len(hits)} hits, {len(recent)} recent")


class Watch:
    """A sentinel with its clock, over one store."""

    def __init__(self, url: str) -> None:
        self.clock = AlertClock()
        self.clock.now = LOG[0].at
        self.opening = opened(url)
        self.memory = TieredMemory(self.opening.__enter__(), clock=self.clock)
        load(self.memory)

    def handle(self, judge: Judge, log: Sequence[Alert] = LOG) -> list[Handled]:
        return list(Sentinel(self.memory, judge, clock=self.clock).watch(log))


@pytest.fixture
def watch(store_url: str) -> Iterator[Watch]:
    watch = Watch(store_url)
    yield watch
    watch.opening.__exit__(None, None, None)


def test_what_comes_back_within_the_hour_or_often_is_a_page(watch: Watch) -> None:
    handled = watch.handle(RuleJudge())
    urgencies = {each.alert.id: each.verdict.urgency for each in handled}
    assert urgencies == {
        "a-101": "note",
        "a-102": "page",  # the second within the hour
        "a-103": "note",
        "a-104": "note",  # the hour is over
        "a-105": "page",  # the fourth: it is known to come back
    }
    assert [each.learnt for each in handled] == [0, 0, 0, 3, 0]
    assert handled[0].verdict.sources == ("schema.md#Table payments",)


def test_what_was_learnt_is_knowledge_and_no_longer_an_event(watch: Watch) -> None:
    watch.handle(RuleJudge())
    learnt = watch.memory.recall("semantic", "db-7")
    assert [entry.meta for entry in learnt] == [{"check": "locks"}] * 3
    assert all(map(is_tainted, learnt))
    assert len(watch.memory.recall("episodic", "db-7")) == 1
    assert len(watch.memory.recall("episodic", "db-8")) == 1


def test_the_working_tier_forgets_by_the_clock_of_the_log(watch: Watch) -> None:
    watch.handle(RuleJudge(), LOG[:2])
    assert len(watch.memory.recall("working", "db-7")) == 2
    watch.clock.now = LOG[3].at
    assert watch.memory.recall("working", "db-7") == []
    assert len(watch.memory.recall("episodic", "db-7")) == 2


def test_watching_again_changes_nothing(watch: Watch) -> None:
    first = watch.handle(RuleJudge())
    held = [watch.memory.recall(tier, "db-7") for tier in ("episodic", "semantic")]
    again = watch.handle(AbsentJudge())
    assert again == [each._replace(replayed=True) for each in first]
    assert [watch.memory.recall(tier, "db-7") for tier in ("episodic", "semantic")] == held


def test_a_replay_without_the_notes_is_the_same(watch: Watch) -> None:
    first = watch.handle(RuleJudge())
    for scope in (CORPUS, "db-7", "db-8"):
        watch.memory.runtime.clear("semantic", scope)
    assert watch.handle(AbsentJudge()) == [each._replace(replayed=True) for each in first]
    for scope in (CORPUS, "db-7", "db-8"):
        assert watch.memory.recall("semantic", scope) == []


def test_notes_are_loaded_once_and_half_a_load_is_mended(watch: Watch) -> None:
    loaded = watch.memory.recall("semantic", CORPUS)
    load(watch.memory)
    assert watch.memory.recall("semantic", CORPUS) == loaded
    watch.memory.runtime.clear("semantic", CORPUS)
    watch.memory.runtime.append("semantic", CORPUS, loaded[:1])
    load(watch.memory)
    mended = watch.memory.recall("semantic", CORPUS)
    assert [each.content for each in mended] == [each.content for each in loaded]


def test_a_model_judges(watch: Watch, openai_server: OpenAiServer) -> None:
    openai_server.reply("PAGE: cancel the migration.", "NOTE\nWait.", "Hm.")
    with OpenAIChat("any", base_url=openai_server.url) as chat:
        handled = watch.handle(ChatJudge(chat), LOG[:3])
    said = [(each.verdict.urgency, each.verdict.advice) for each in handled]
    assert said == [("page", "cancel the migration."), ("note", "Wait."), ("note", "Hm.")]
    asked = openai_server.requests[1].body["messages"][1]["content"]
    assert "lock waits on payments: 14 queries" in asked
    newest = asked.partition("The newest alert, on db-7:\n")[2]
    assert 'from "alerts/a-102">>>\n| lock waits on payments: 60 queries\n' in newest


def test_an_alert_that_is_none_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "alerts.jsonl"
    log.write_text(json.dumps({"id": "a", "at": "2026-11-30T00:00:00", "text": "naive"}) + "\n")
    with pytest.raises(AlertError, match="line 1 of"):
        list(alerts(log))
