"""Everything that CI runs, as named stages: each of them runs, and the failed ones are named."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import interpreters

Hatch = Callable[..., int]

EVERYWHERE = ("packages/memory-core", "packages/memory-sqlite", "tests/test_packaging.py")
"""What is tested on every supported Python; the whole suite runs on the oldest."""


class Stage(NamedTuple):
    """One check: `check NAME` runs it alone."""

    name: str
    command: tuple[str, ...]
    """What `hatch run` is given: environment and script, then the script's arguments."""


def main_environment() -> str:
    """The test environment of the oldest supported Python that this machine has."""
    oldest = interpreters.VERSIONS[0]
    version = next(filter(interpreters.find, interpreters.VERSIONS), None)
    if version is None:
        known = ", ".join(interpreters.VERSIONS)
        raise SystemExit(f"No Python of {known} is on the PATH or under pyenv\n  hint: install one")
    if version != oldest:
        print(f"!! Python {oldest} was not found: running on {version} INSTEAD", flush=True)
    return f"test.py{version}"


def stages(main: str) -> Iterator[Stage]:
    """Every stage whose interpreter exists; what is left out is said loudly."""
    for name in ("test", "lint", "layout", "types", "imports", "changelog"):
        yield Stage(name, (f"{main}:{name}",))
    for version in interpreters.VERSIONS:
        environment = f"test.py{version}"
        if interpreters.find(version) is None:
            print(f"!! Python {version} was not found: its tests are SKIPPED", flush=True)
        elif environment != main:
            yield Stage(f"test-{version}", (f"{environment}:test", *EVERYWHERE))
    yield Stage("docs", ("docs:build",))
    yield Stage("wheels", (f"{main}:wheels",))
    yield Stage("strangers", (f"{main}:strangers",))


def run(hatch: Hatch, names: Sequence[str]) -> int:
    """Run the stages called ``names``, or all; 0 if every one of them passed."""
    known = list(stages(main_environment()))
    if unknown := set(names).difference(stage.name for stage in known):
        print("No stage", *sorted(unknown), "\n  hint: use", *(stage.name for stage in known))
        return 2
    chosen = [stage for stage in known if not names or stage.name in names]
    failed = [stage.name for stage in chosen if not _passes(stage, hatch)]
    print(f"\n{len(chosen) - len(failed)} of {len(chosen)} stages passed")
    if failed:
        print("FAILED:", *failed)
    return 1 if failed else 0


def _passes(stage: Stage, hatch: Hatch) -> bool:
    print(f"\n=== {stage.name}", flush=True)
    started = time.monotonic()
    code = hatch("run", *stage.command)
    verdict = "ok" if code == 0 else f"FAILED with exit code {code}"
    print(f"=== {stage.name}: {verdict}, {time.monotonic() - started:.0f} s", flush=True)
    return code == 0
