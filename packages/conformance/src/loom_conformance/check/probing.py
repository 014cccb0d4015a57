"""What processes of their own tell about the plugin: its import, its hook, options and verbs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from loom_conformance.check.environment import Environment
from loom_conformance.check.failure import USAGE, CouldNotCheckError
from loom_conformance.check.finding import Finding, advice, fault
from loom_conformance.check.packaging_checks import Package

IMPORT_BOUND_SECONDS: Final = 1.0
"""How long the import may take beyond core's; more is worth a word."""

PROBE_SECONDS: Final = 60.0
"""How long the plugin may take to load, and its store to answer."""

Told = dict[str, Any]


def probed(
    environment: Environment,
    probe: str,
    arguments: Told,
    *,
    folder: Path,
    schemes: str,
    seconds: float,
) -> tuple[Told | None, str]:
    """The answer of one probe; without one, how its process ended."""
    folder.mkdir(parents=True)
    answer = folder / "answer.json"
    done = environment.call(
        f"loom_conformance.check.probe.{probe}:main",
        {**arguments, "answer": str(answer)},
        folder=folder,
        schemes=schemes,
        seconds=seconds,
    )
    if answer.is_file():
        told: Told = json.loads(answer.read_text(encoding="utf-8"))
        return told, ""
    return None, "\n".join(filter(None, [done.told(seconds), done.tail]))


def import_findings(told: Told, package: Package) -> Iterator[Finding]:
    """What importing the plugin's modules has shown."""
    own = set(package.contents.packages())
    if told["error"]:
        yield fault(
            "import.fails",
            f"the plugin does not load: {told['error']}",
            hint=_import_hint(told["error"], package.name),
        )
    if told["output"]:
        yield fault(
            "import.output",
            f"the import prints {told['output']!r:.200}",
            hint="print nothing at import: it lands in the output of every command",
        )
    for each in told["effects"]:
        yield _effect(each["what"], each["module"], own)
    if told["seconds"] > IMPORT_BOUND_SECONDS:
        yield advice(
            "import.time",
            f"the import takes {told['seconds']:.2f} s of processor time beyond core's; "
            f"the bound is {IMPORT_BOUND_SECONDS:g} s",
            hint="import a driver inside the function that opens a store",
        )


def _effect(what: str, module: str, own: set[str]) -> Finding:
    where = f"while {module} was imported" if module else "during the import"
    foreign = module and module.partition(".")[0] not in own
    make = advice if foreign else fault
    return make(
        "import.effects",
        f"{where}: {what}",
        hint="do it when a store is opened"
        if not foreign
        else f"import {module.partition('.')[0]} when a store is opened",
    )


def _import_hint(error: str, name: str) -> str:
    if error.startswith("ModuleNotFoundError"):
        return f"add what brings that module to the dependencies of {name}"
    return "python -X importtime -c 'import ...' shows where; the module must load by itself"


def backend_findings(told: Told, *, scheme: str) -> Iterator[Finding]:
    """What loading the backend, and opening a store of it, has shown."""
    for each in told["failures"]:
        mismatch = each["cause"].startswith("ContractMismatchError")
        rival = "is claimed by" in each["cause"]
        yield fault(
            "hook.contract" if mismatch else "hook.duplicate" if rival else "hook.fails",
            f"core refuses the backend for {scheme!r}: {each['cause']}",
            hint=each["hint"],
        )
    for each in told["findings"]:
        yield Finding(**each)


def refuse(told: Told, *, scheme: str) -> None:
    """Raise if there is no store to try.

    Raises:
        CouldNotCheckError: The user must give a URL, or another one.
    """
    if told["refused"] == "no scratch":
        raise CouldNotCheckError(
            f"the backend for {scheme!r} gives no scratch store",
            hint=f"name an empty store of your own: --url {scheme}://...",
            code=USAGE,
        )
    if told["refused"] == "not empty":
        raise CouldNotCheckError(
            f"the store of --url is not empty: it holds {', '.join(map(repr, told['held']))}",
            hint="the check writes and clears; give it a store that holds nothing",
            code=USAGE,
        )
