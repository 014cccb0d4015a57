"""Running the kit from outside: watched case by case, so that one that hangs is named."""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from loom_conformance.check.bounded import end
from loom_conformance.check.environment import Environment, variables
from loom_conformance.check.kit_contract import FILE_NAME, KitSubject
from loom_conformance.contract import MemoryStoreContract
from loom_conformance.promise import Tier, cases_of
from loom_conformance.record import Record
from loom_conformance.report import Report, build_report

PATIENCE_SECONDS: Final[dict[Tier, float]] = {"quick": 120, "full": 600, "soak": 7_200}
"""How long one case may take before it counts as hanging."""

SESSION: Final = "loom_conformance.check.kit_session:main"

Step = Callable[[int, int], None]


@dataclass
class KitRun:
    """What a run of the kit came to."""

    report: Report | None = None
    stuck: str = ""
    """The case that hung or ended the process; empty if none did."""
    ending: str = ""
    """How it ended, where that is not as it should be."""
    log: str = ""
    """The last lines that pytest wrote, where there is no report."""
    records: list[Record] = field(default_factory=list)


@dataclass(frozen=True)
class KitJob:
    """What is to be run, and where.

    Attributes:
        environment: The Python that has the backend and the kit.
        subject: The store.
        folder: An empty folder of this run's own.
        tier: How long it may take.
        wanted: Ids of the cases to run; all of them if empty.
        patience: Seconds that one case may take.
    """

    environment: Environment
    subject: KitSubject
    folder: Path
    tier: Tier
    wanted: Sequence[str] = ()
    patience: float | None = None


def run_kit(job: KitJob, progress: Step) -> KitRun:
    """Run the kit, and tell ``progress`` of each case that is done."""
    (job.folder / FILE_NAME).write_text(job.subject.model_dump_json(), encoding="utf-8")
    arguments = {
        "folder": str(job.folder),
        "tier": job.tier,
        "wanted": list(job.wanted),
        "class_name": job.subject.class_name,
    }
    with subprocess.Popen(
        job.environment.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=job.folder,
        env=variables(job.subject.scheme),
        start_new_session=True,
    ) as process:
        try:
            _give(process, job.environment.request(SESSION, arguments))
            return _watched(process, job, progress)
        finally:
            end(process)


def _give(process: "subprocess.Popen[bytes]", request: str) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as stdin:  # it may have ended already
        stdin.write(request.encode())


def _watched(process: "subprocess.Popen[bytes]", job: KitJob, progress: Step) -> KitRun:
    run, running, total, done = KitRun(), "", 0, 0
    patience = job.patience or PATIENCE_SECONDS[job.tier]
    try:
        for told in _lines(process, patience):
            running = told.get("start", running)
            total = told.get("total", total)
            if "record" in told:
                run.records.append(Record.model_validate(told["record"]))
            if "end" in told:
                running, done = "", done + 1
                progress(done, total)
            if "done" in told:
                return _finished(run, job)
        run.ending = f"ended the process with exit code {process.wait()}"
    except Empty:
        run.ending = f"gave no answer within {patience:g} seconds"
    return _stuck(run, job, running)


def _finished(run: KitRun, job: KitJob) -> KitRun:
    path = job.folder / "report" / "report.json"
    if path.is_file():
        run.report = Report.model_validate_json(path.read_text(encoding="utf-8"))
    else:
        run.ending, run.log = "wrote no report", _tail(job.folder)
    return run


def _stuck(run: KitRun, job: KitJob, running: str) -> KitRun:
    names = {case.name: each for each, case in cases_of(MemoryStoreContract).items()}
    run.stuck = names.get(running, running)
    run.log = _tail(job.folder)
    if run.records:
        run.report = build_report(run.records, tier=job.tier)
    return run


def _lines(process: "subprocess.Popen[bytes]", patience: float) -> Iterator[dict[str, Any]]:
    """What the run tells, line by line.

    Raises:
        Empty: It has told nothing for ``patience`` seconds.
    """
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(b"")

    Thread(target=read, daemon=True).start()
    while line := lines.get(timeout=patience):
        told = _parsed(line)
        if told is not None:
            yield told


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _tail(folder: Path) -> str:
    log = folder / "kit-output.log"
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
    return "\n".join(lines[-15:])
