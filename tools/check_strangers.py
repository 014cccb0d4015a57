"""Do what a stranger does who publishes a backend, and what a user does who installs it.

On each supported Python: make a package with `loom plugin new`, build it, install it into a new
environment, run mypy and its tests, check it, open a store by its URL, remove it. What is made
is left as it is, so that a fault of a template shows here. The packages below `examples/` go
the same way, as any stranger's: none of them is a member of the workspace. They go it on the
oldest Python, and with `--everywhere` on each.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import interpreters
from check_wheels import UV, build, run
from members import ROOT, members, metadata

MADE = "bolt-db"
"""The name of the package that is made: two words, so that each of its forms is another."""

OPEN = """
import sys
from pathlib import Path
from loom_memory_core import MemoryEntry, discover, open_store

scheme, where = sys.argv[1:]
backend = discover(isolated=True).backends[scheme]
url = where if "://" in where else backend.scratch(Path(where))
open_store(url).append("k", [MemoryEntry(content="kept")])
assert [entry.content for entry in open_store(url).read("k")] == ["kept"]
"""


class Place(NamedTuple):
    """An environment, and what is installed into it."""

    folder: Path
    wheels: Path
    """Loom's own, which stand in for an index."""

    def install(self, *requirements: str | Path) -> None:
        """Install what a stranger would."""
        constraints = ("--constraints", ROOT / "constraints.txt")
        target = ("--python", self.folder / "bin" / "python", "--find-links", self.wheels)
        run(*UV, "pip", "install", "--quiet", *target, *constraints, *requirements)

    def remove(self, name: str) -> None:
        """Uninstall one distribution."""
        run(*UV, "pip", "uninstall", "--quiet", "--python", self.folder / "bin" / "python", name)

    def run(self, program: str, *arguments: str | Path, cwd: Path | None = None) -> str:
        """What a program of this environment prints; a failure of it ends this one."""
        command = [self.folder / "bin" / program, *arguments]
        variables = {"VIRTUAL_ENV": str(self.folder), "UV_FIND_LINKS": str(self.wheels)}
        done = subprocess.run(
            command,
            cwd=cwd or self.folder,
            env={**os.environ, **variables, "PIP_FIND_LINKS": str(self.wheels)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            shown = f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
            raise SystemExit(f"exit code {done.returncode}: {shown}")
        return done.stdout


def main() -> int:
    """Go the whole way for each package; the first fault ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everywhere", action="store_true", help="the examples on each Python")
    everywhere = parser.parse_args().everywhere
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        for member in members():
            build(member, folder / "wheels")
        for version in interpreters.VERSIONS:
            python = interpreters.find(version)
            if python is None:
                print(f"!! Python {version} was not found: no stranger there", flush=True)
                continue
            oldest = version == interpreters.VERSIONS[0]
            try_on(python, version, folder, also=examples() if oldest or everywhere else ())
    return 0


def try_on(python: Path, version: str, folder: Path, *, also: Sequence[Path]) -> None:
    """Make a package with this Python, and try it and others there."""
    place = Place(folder / version, folder / "wheels")
    run(*UV, "venv", "--quiet", "--python", python, place.folder)
    place.install("loom-memory-core[cli]", "loom-conformance[cli]")
    (place.folder / "made").mkdir()
    made = place.run("loom", "plugin", "new", "memory", MADE, "--into", "made").strip()
    for package in (place.folder / made, *also):
        if not _is_for(package, version):
            print(f"!! {package.name} names no Python {version}: LEFT OUT there", flush=True)
            continue
        try_out(package, place)
        print(f"{package.name} on Python {version}: made, installed, checked, removed", flush=True)


def examples() -> Sequence[Path]:
    """The folders of strangers' packages in this repository."""
    return sorted(path.parents[2] for path in ROOT.glob("examples/*/src/*/plugin.py"))


def _is_for(package: Path, version: str) -> bool:
    """Whether the classifiers of the package say that it is tested on this Python."""
    named = metadata(package)["project"]["classifiers"]
    return f"Programming Language :: Python :: {version}" in named


def try_out(package: Path, place: Place) -> None:
    """Build one package, and use what was built."""
    project = metadata(package)["project"]
    schemes = list(project["entry-points"]["loom.memory"])
    wheel = build(package, place.folder / f"dist-{package.name}")
    place.install(f"{project['name']}[dev] @ {wheel.as_uri()}")
    place.run("python", "-m", "mypy", "--cache-dir", os.devnull, cwd=package)
    place.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", package, cwd=package)
    with served(package, place) as url:
        live = ("--url", url) if url else ()
        place.run("loom", "plugin", "check", wheel, *live)
        place.run("loom", "plugin", "check", project["name"], "--case", "append.*", *live)
        for scheme in schemes:
            with tempfile.TemporaryDirectory() as scratch:
                place.run("python", "-W", "error", "-c", OPEN, scheme, url or scratch)
    look(place, schemes, wanted=True)
    place.remove(project["name"])
    look(place, schemes, wanted=False)


@contextmanager
def served(package: Path, place: Place) -> Iterator[str]:
    """The URL of the server that a package brings for its tests; empty if it needs none."""
    program = package / "tests" / "server.py"
    if not program.exists():
        yield ""
        return
    command = [place.folder / "bin" / "python", program]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:
        try:
            yield server.stdout.readline().strip() if server.stdout else ""
        finally:
            server.communicate()  # the end of its input ends it


def look(place: Place, schemes: Sequence[str], *, wanted: bool) -> None:
    """The list of backends has the schemes exactly if it should, and none is broken."""
    shown = place.run("loom", "plugin", "list")
    listed = {line.split()[0] for line in shown.splitlines() if line[:1].strip()}
    if "BROKEN" in shown or any((scheme in listed) != wanted for scheme in schemes):
        raise SystemExit(f"`loom plugin list`, {wanted=}:\n{shown}")


if __name__ == "__main__":
    sys.exit(main())
