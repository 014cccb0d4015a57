"""A check as people read it: what is good in a line each, and what failed at the end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import indent
from typing import Final

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.check.finding import Finding
from loom_conformance.check.probing import IMPORT_BOUND_SECONDS
from loom_conformance.check.result import CheckedBackend, CheckReport
from loom_conformance.outcome import Status
from loom_conformance.record import CaseRecord

WIDTH: Final = 12


def text(report: CheckReport) -> str:
    """The whole report."""
    lines = [*_header(report), "", *_areas(report)]
    for backend in report.backends:
        lines += _capabilities(backend, is_whole=not report.cases)
    for backend in report.backends:
        lines += [*_waived(backend), *_not_proven(backend, report.cases)]
    lines += _findings("not proven", report.unproven)
    lines += _findings("worth a look", report.advice)
    lines += _findings("failed", report.faults)
    for backend in report.backends:
        lines += _failures(backend)
    return "\n".join([*lines, "", _verdict(report)])


def _header(report: CheckReport) -> Iterator[str]:
    what = {"installed": "as it is installed", "sdist": "from its sdist", "wheel": "from its wheel"}
    how = what.get(report.kind, f"built from {report.target}")
    yield f"{report.distribution} {report.version}, {how}"
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    yield f"  with {versions}"
    for backend in report.backends:
        yield f"  {', '.join(f'{scheme}://' for scheme in backend.schemes)}{_about(backend)}"
    yield from (f"  note: {note}" for note in report.notes)


def _about(backend: CheckedBackend) -> str:
    if backend.store == "none":
        return ": no store was opened"
    on = "its scratch store" if backend.store == "scratch" else "the store of --url"
    durable = "durable" if backend.durable else "not durable"
    return f": contract {backend.contract}, matches by {backend.matching}, {durable}, on {on}"


def _areas(report: CheckReport) -> Iterator[str]:
    faults = Counter(each.area for each in report.faults)
    unproven = Counter(each.area for each in report.unproven)
    for area in report.checked:
        if area == "kit" or (area in {"hook", "options", "verbs"} and not _loaded(report)):
            continue
        told = f"{faults[area]} FAILED" if faults[area] else "ok"
        if unproven[area]:
            told += f", {unproven[area]} not proven"
        yield f"{area:<{WIDTH}}{told}{_extra(area, report)}"


def _loaded(report: CheckReport) -> bool:
    named = {each.area for each in report.faults}
    return any(each.contract for each in report.backends) or bool(named & {"hook", "verbs"})


def _extra(area: str, report: CheckReport) -> str:
    if area == "import" and report.import_seconds is not None:
        took = f"{report.import_seconds * 1_000:.0f} ms beyond core"
        return f", {took} (bound {IMPORT_BOUND_SECONDS * 1_000:.0f} ms)"
    verbs = [verb for backend in report.backends[:1] for verb in backend.verbs]
    return f": {' '.join(verbs)}" if area == "verbs" and verbs else ""


def _capabilities(backend: CheckedBackend, *, is_whole: bool) -> Iterator[str]:
    """A line for each capability, as the kit has seen it."""
    if backend.report is None:
        return
    yield ""
    for verb in ("core", *OPTIONAL_VERBS):
        counts = dict(backend.report.by_verb[verb])
        if not is_whole:  # what waits for its tier was not chosen, either
            counts.update({"left out": 0, str(Status.NOT_PROVEN): 0})
        is_there = verb == "core" or verb in backend.verbs
        yield f"{verb:<{WIDTH}}{_counted(counts) if is_there else 'not there'}"


def _counted(counts: dict[str, int]) -> str:
    run = sum(counts.values()) - counts["left out"] - counts["skipped"]
    if not run:
        return "left out of this run"
    told = [f"{counts['passed']} of {run}"]
    told += [f"{n} {name}" for name, n in counts.items() if n and name not in {"passed", "skipped"}]
    return f"{'FAILED' if counts['failed'] else 'ok':<8}{', '.join(told)}"


def _waived(backend: CheckedBackend) -> list[str]:
    waived = [*backend.ended(Status.WAIVED), *backend.ended(Status.ADVISORY)]
    lines = [f"  {case.id}: {_reason(case)}" for case in waived]
    return ["", "waived, and newer than its contract", *lines] if lines else []


def _not_proven(backend: CheckedBackend, chosen: Sequence[str]) -> list[str]:
    cases = backend.ended(Status.NOT_PROVEN)
    reasons = Counter(_reason(case) for case in cases if not chosen or case.id in chosen)
    lines = [f"  {_cases(count)}: {reason}" for reason, count in reasons.items()]
    return ["", "not proven", *lines] if lines else []


def _reason(case: CaseRecord) -> str:
    return case.reason.replace("--loom-tier", "--tier")


def _cases(count: int) -> str:
    return f"{count} case" if count == 1 else f"{count} cases"


def _findings(title: str, findings: Sequence[Finding]) -> list[str]:
    lines: list[str] = []
    for each in findings:
        lines += ["", f"{title}: {each.id}", indent(each.message, "  "), f"  hint: {each.hint}"]
    return lines


def _failures(backend: CheckedBackend) -> Iterator[str]:
    for case in backend.ended(Status.FAILED):
        yield from ("", f"failed: {case.id}", f"  promise   {case.promise}")
        if case.failure is None:
            yield f"  reason    {_reason(case)}"
            continue
        told = case.failure
        for name in ("input", "expected", "got"):
            yield f"  {name:<10}{getattr(told, name)}"
        yield "  reproduce"
        yield indent(told.reproduction, "    ")


def _verdict(report: CheckReport) -> str:
    counts = {status: report.count(status) for status in Status}
    shown = [
        f"{counts[Status.PASSED]} passed",
        f"{counts[Status.FAILED] + len(report.faults)} failed",
        f"{counts[Status.WAIVED]} waived",
        f"{counts[Status.NOT_PROVEN] + len(report.unproven)} not proven",
    ]
    word = "conformant" if report.conformant else "NOT conformant"
    level = f"level {report.level}"
    if report.cases:
        level = f"{_cases(len(report.cases))} {'was' if len(report.cases) == 1 else 'were'} chosen"
    return f"loom-check: {word}, {level}: {', '.join(shown)} ({report.seconds:.1f} s)"
