"""A check from beginning to end: prepare the target, look at it, try it, run the kit on it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from tempfile import TemporaryDirectory

from loom_conformance.check.chosen import chosen_cases
from loom_conformance.check.environment import CORE, KIT
from loom_conformance.check.failure import CouldNotCheckError
from loom_conformance.check.finding import Finding, fault
from loom_conformance.check.names import name_findings
from loom_conformance.check.one_backend import BackendJob, check_backend, jobs_of
from loom_conformance.check.packaging_checks import packaging_findings
from loom_conformance.check.plan import Plan
from loom_conformance.check.prepared import Prepared, prepare
from loom_conformance.check.probing import PROBE_SECONDS, import_findings, probed
from loom_conformance.check.publishing import publish_findings
from loom_conformance.check.readme import readme_findings
from loom_conformance.check.request import Request, Watcher
from loom_conformance.check.result import AREAS, CheckedBackend, CheckReport
from loom_conformance.check.source_imports import import_findings as source_findings
from loom_conformance.check.target import Kind, target_of
from loom_conformance.check.uv_tool import Uv
from loom_conformance.level import FULL, NONE


@dataclass
class _Course:
    """What one check has found so far."""

    findings: list[Finding] = field(default_factory=list)
    import_seconds: float | None = None
    backends: list[CheckedBackend] = field(default_factory=list)


def check(request: Request, watcher: Watcher) -> CheckReport:
    """Check what the request names.

    Raises:
        CouldNotCheckError: It could not be checked; ``code`` says whose fault that is.
    """
    started = time.monotonic()
    target, cases = target_of(request.target), chosen_cases(request.cases)
    if request.publish and target.path is None:
        raise CouldNotCheckError(
            f"{request.target} is installed, and an index is given files",
            hint="name the project's folder, or the wheel: loom plugin check . --publish",
            code=2,
        )
    folder = target.path if target.kind == "project" else None
    uv = Uv(tuple(map(_place, request.find_links)), folder, offline=request.offline)
    with TemporaryDirectory(prefix="loom-check-", ignore_cleanup_errors=True) as temporary:
        work = Path(temporary).resolve()
        prepared = prepare(target, work, uv=uv, say=watcher.say)
        course = _Course()
        course.findings += _static_findings(prepared, request, uv)
        if prepared.environment is not None:
            plan = Plan(request, prepared, prepared.environment, cases, work, watcher)
            _try(plan, target.scheme, course)
        seconds = time.monotonic() - started
        return _report(request, target.kind, prepared=prepared, course=course, seconds=seconds)


def _place(links: str) -> str:
    """A folder from the root on, since the work is done elsewhere; a page's address as it is."""
    return str(Path(links).resolve()) if Path(links).exists() else links


def _static_findings(prepared: Prepared, request: Request, uv: Uv) -> Iterator[Finding]:
    package = prepared.package
    if prepared.findings:
        yield from prepared.findings
    else:
        yield from packaging_findings(package)
        yield from name_findings(package)
        yield from source_findings(package.contents)
        yield from readme_findings(package)
    if request.publish:
        yield from publish_findings(prepared, uv)


def _try(plan: Plan, scheme: str | None, course: _Course) -> None:
    jobs = jobs_of(plan.package, scheme, plan.request.urls)
    if not jobs:
        return
    plan.watcher.say(f"Importing {', '.join(job.module for job in jobs)}")
    if not _imports(plan, jobs, course):
        course.backends += [CheckedBackend(schemes=job.schemes) for job in jobs]
        return
    for job in jobs:
        backend, findings = check_backend(job, plan)
        course.backends.append(backend)
        course.findings += findings


def _imports(plan: Plan, jobs: list[BackendJob], course: _Course) -> bool:
    """Whether the plugin's modules can be imported."""
    modules = [job.module for job in jobs]
    told, ending = probed(
        plan.environment,
        "imports",
        {"modules": modules},
        folder=plan.work / "import",
        seconds=plan.request.patience or PROBE_SECONDS,
        schemes=",".join(scheme for job in jobs for scheme in job.schemes),
    )
    if told is None:
        message = f"the process that imported {', '.join(modules)} {ending}"
        hint = "do nothing at import that waits or ends the process"
        course.findings.append(fault("import.fails", message, hint=hint))
        return False
    course.findings += import_findings(told, plan.package)
    course.import_seconds = None if told["error"] else round(told["seconds"], 3)
    return not told["error"]


def _report(
    request: Request, kind: Kind, *, prepared: Prepared, course: _Course, seconds: float
) -> CheckReport:
    package, environment = prepared.package, prepared.environment
    areas = [each for each in AREAS if each != "publish" or request.publish]
    versions = {"python": python_version(), CORE: package.core, KIT: version(KIT)}
    notes = list(environment.notes if environment else ())
    if package.contents.is_editable:
        notes.append(
            "it is installed editable: what a wheel would hold is not checked; name its folder"
        )
    return CheckReport(
        generated_at=datetime.now(UTC),
        target=request.target,
        kind=kind,
        distribution=package.name,
        version=package.distribution.version,
        conformant=_is_conformant(course),
        level=_lowest([each.level for each in course.backends]),
        tier=request.tier,
        cases=chosen_cases(request.cases),
        seconds=round(seconds, 1),
        versions=versions,
        notes=tuple(notes),
        checked=tuple(areas),
        import_seconds=course.import_seconds,
        findings=tuple(dict.fromkeys(course.findings)),
        backends=tuple(course.backends),
    )


def _is_conformant(course: _Course) -> bool:
    shown = [each.report for each in course.backends]
    return (
        bool(shown)
        and not any(each.weight == "fault" for each in course.findings)
        and all(each is not None and not each.counts["failed"] for each in shown)
    )


def _lowest(levels: list[str]) -> str:
    order = {NONE: -1, FULL: 99}
    return min(levels, key=lambda level: order.get(level, level.count("+")), default=NONE)
