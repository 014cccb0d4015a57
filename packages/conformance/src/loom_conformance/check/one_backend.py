"""One backend of the target: what its hook gives, what its store does, what the kit says."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.check.failure import USAGE, CouldNotCheckError
from loom_conformance.check.finding import Finding, fault
from loom_conformance.check.kit_contract import KitSubject, scheme_of
from loom_conformance.check.kit_run import KitJob, KitRun, run_kit
from loom_conformance.check.packaging_checks import Package
from loom_conformance.check.plan import Plan
from loom_conformance.check.probing import PROBE_SECONDS, backend_findings, probed, refuse
from loom_conformance.check.result import CheckedBackend
from loom_conformance.check.waiver_file import waived_by
from loom_conformance.level import NONE
from loom_conformance.waivers import FILE_NAME

Told = dict[str, Any]


@dataclass(frozen=True)
class BackendJob:
    """One plugin module with the schemes that it serves.

    Attributes:
        module: The plugin module.
        schemes: Its schemes.
        url: A live store that the user gave for it; empty for its own scratch.
    """

    module: str
    schemes: tuple[str, ...]
    url: str = ""

    @property
    def scheme(self) -> str:
        """The scheme that it is loaded by."""
        return scheme_of(self.url) if self.url else self.schemes[0]


def jobs_of(package: Package, scheme: str | None, urls: Sequence[str]) -> list[BackendJob]:
    """The backends to try, each with the URL that the user gave for it.

    Raises:
        CouldNotCheckError: A URL belongs to none of them.
    """
    modules: dict[str, list[str]] = {}
    for entry in package.entries:
        modules.setdefault(entry.module, []).append(entry.name.lower())
    given = {scheme_of(url): url for url in urls}
    jobs = []
    for module, schemes in modules.items():
        if scheme is None or scheme in schemes:
            url = next((given.pop(each) for each in schemes if each in given), "")
            jobs.append(BackendJob(module, tuple(schemes), url))
    if given:
        known = ", ".join(each for job in jobs for each in job.schemes) or "none"
        raise CouldNotCheckError(
            f"--url begins with {next(iter(given))}://; the schemes of {package.name} are {known}",
            hint="give the URL of an empty store of this backend",
            code=USAGE,
        )
    return jobs


def check_backend(job: BackendJob, plan: Plan) -> tuple[CheckedBackend, list[Finding]]:
    """Load one backend, try a store of it, and run the kit on it."""
    request = plan.request
    plan.watcher.say(f"Trying the verbs of {job.scheme}")
    told, findings = _probe(job, plan)
    backend = _backend(job, told)
    if told is None or told["store"] is None:
        return backend, findings
    subject, folder = _subject(job, told, plan)
    plan.watcher.say(f"Running the kit on {job.scheme}, tier {request.tier}")
    run = run_kit(
        KitJob(plan.environment, subject, folder, request.tier, plan.cases, request.patience),
        plan.watcher.step,
    )
    findings += _kit_findings(run, request.target)
    level = run.report.stores[0].level if run.report and not run.ending else NONE
    return backend.model_copy(update={"kit": run.report, "level": level}), findings


def _probe(job: BackendJob, plan: Plan) -> tuple[Told | None, list[Finding]]:
    scratch = plan.work / f"scratch-{job.module}"
    scratch.mkdir()
    arguments = {
        "scheme": job.scheme,
        "distribution": plan.package.name,
        "url": job.url,
        "folder": str(scratch),
    }
    folder = plan.work / f"verbs-{job.module}"
    told, ending = probed(
        plan.environment,
        "backend",
        arguments,
        folder=folder,
        schemes=",".join(job.schemes),
        seconds=plan.request.patience or PROBE_SECONDS,
    )
    if told is None:
        message = f"the process that called the verbs of {job.scheme} {ending}"
        hint = "no verb may wait for ever, or end the process"
        return None, [fault("verbs.hang", message, hint=hint)]
    refuse(told, scheme=job.scheme)
    return told, list(backend_findings(told, scheme=job.scheme))


def _backend(job: BackendJob, told: Told | None) -> CheckedBackend:
    said = (told and told["backend"]) or {}
    store = (told and told["store"]) or {}
    return CheckedBackend(
        schemes=job.schemes,
        contract=said.get("contract", ""),
        matching=said.get("matching", ""),
        verbs=tuple(store.get("verbs", ())),
        durable=store.get("durable"),
        store=("url" if job.url else "scratch") if store else "none",
    )


def _subject(job: BackendJob, told: Told, plan: Plan) -> tuple[KitSubject, Path]:
    waived = waived_by(plan.prepared.project, plan.request.waivers)
    folder = plan.work / f"kit-{job.module}"
    folder.mkdir()
    if waived.text is not None:
        (folder / FILE_NAME).write_text(waived.text, encoding="utf-8")
    said, store = told["backend"], told["store"]
    subject = KitSubject(
        class_name=waived.class_name,
        scheme=job.scheme,
        url=job.url,
        verbs=tuple(each for each in store["verbs"] if each in OPTIONAL_VERBS),
        matching=said["matching"],
        durable=store["durable"],
        contract=said["contract"],
    )
    return subject, folder


def _kit_findings(run: KitRun, target: str) -> list[Finding]:
    findings = []
    if run.ending:
        what = f"the case {run.stuck}" if run.stuck else "the run of the kit"
        log = f"\n{run.log}" if run.log else ""
        findings.append(
            fault(
                "kit.hangs" if "no answer" in run.ending else "kit.ends",
                f"{what} {run.ending}{log}",
                hint=f"run it alone: loom plugin check {target} --case {run.stuck or '...'}",
            )
        )
    problems = run.report.stores[0].problems if run.report else ()
    findings += [
        fault("kit.waivers", problem, hint=f"correct {FILE_NAME}: it must say what is so today")
        for problem in problems
    ]
    return findings
