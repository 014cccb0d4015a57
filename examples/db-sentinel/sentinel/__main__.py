"""Watch a log of alerts: ``python -m sentinel``."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from loom_memory_core import LoomError, MemoryEntry, MemoryStore, SearchHit, opened
from loom_memory_runtime import OpenAIChat, TieredMemory

from sentinel.alert import ALERTS, Alert, AlertClock, AlertError, Verdict, alerts
from sentinel.judge import ChatJudge, Judge, RuleJudge
from sentinel.notes import load
from sentinel.watch import Handled, Sentinel


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge each alert of the log; a second run goes on where the first one ended."""
    options = _parser().parse_args(arguments)
    try:
        log = list(alerts(options.log))
        judge = _judge()
        if options.crash_at:
            judge = _CrashingJudge(judge, options.crash_at)
        with opened(options.store) as store:
            _watch(store, judge, log)
    except (LoomError, AlertError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _watch(store: MemoryStore, judge: Judge, log: Sequence[Alert]) -> None:
    clock = AlertClock()
    memory = TieredMemory(store, clock=clock)
    clock.now = min((alert.at for alert in log), default=datetime.now(UTC))
    load(memory)
    for handled in Sentinel(memory, judge, clock=clock).watch(log):
        _show(handled)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sentinel", description=__doc__)
    parser.add_argument("log", nargs="?", type=Path, default=ALERTS, help="alerts, one a line")
    parser.add_argument("--store", default="memory://", help="URL of the memory")
    parser.add_argument("--crash-at", metavar="ID", help="die while this alert is judged")
    return parser


class _CrashingJudge:
    """Judges, and kills the process in the middle of one alert, as a power cut would."""

    def __init__(self, judge: Judge, alert: str) -> None:
        self._judge = judge
        self._alert = alert

    def judge(
        self, alert: Alert, hits: Sequence[SearchHit], recent: Sequence[MemoryEntry]
    ) -> Verdict:
        if alert.id == self._alert:
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        return self._judge.judge(alert, hits, recent)


def _judge() -> Judge:
    model = OpenAIChat.from_environment()
    return RuleJudge() if model is None else ChatJudge(model)


def _show(handled: Handled) -> None:
    alert, verdict = handled.alert, handled.verdict
    replayed = "  (replayed)" if handled.replayed else ""
    print(f"{alert.at:%d %b %H:%M}  {alert.host}  {verdict.urgency}  {alert.text}{replayed}")
    print(f"              {verdict.advice}")
    print(f"              from {', '.join(verdict.sources) or 'nothing that is known'}")
    if handled.learnt:
        print(f"              learnt: {alert.check} on {alert.host}, {handled.learnt} alerts")


if __name__ == "__main__":
    sys.exit(main())
