"""uv, which builds packages, makes environments and looks into the index."""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loom_conformance.check.bounded import Ended, run_bounded
from loom_conformance.check.failure import CouldNotCheckError

SECONDS = 600
"""How long one call may take; a download is slow at times."""

OF_THIS_PROCESS = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")
"""Variables that uv is never given: they name the Python that runs the check."""

BESIDES_THE_INDEX = ("UV_FIND_LINKS", "UV_CONSTRAINT", "UV_OVERRIDE", "UV_EXCLUDE_NEWER")
"""Variables by which uv would tell more, or less, than what the index has."""

SHUT = r"\b40[13] (Unauthorized|Forbidden)"
"""What uv says, beside that there is none, of an index that lets the user not in."""


@dataclass(frozen=True)
class Uv:
    """uv, with the places where the user's packages lie.

    Attributes:
        find_links: Folders or pages with wheels, asked before the index.
        folder: Where it runs: what a project says about indexes holds in its own folder.
        offline: Ask no index.
    """

    find_links: tuple[str, ...] = ()
    folder: Path | None = None
    offline: bool = False

    def build(self, source: Path, output: Path, *, wheel_only: bool = False) -> None:
        """Build a project into a wheel and an sdist, or an sdist into a wheel."""
        done = self._run("build", *self._sources(), *_only(wheel_only), "--out-dir", output, source)
        _refuse(done, f"{source.name} does not build", hint=f"see what `uv build {source}` says")

    def make_environment(self, folder: Path) -> None:
        """A new virtual environment with the Python of this process."""
        done = self._run("venv", "--no-project", "--python", sys.executable, folder)
        _refuse(done, "no environment could be made", hint="see what `uv venv` says")

    def install(self, python: Path, wanted: Sequence[str | Path], *extra: Path) -> Ended:
        """Install ``wanted`` for ``python``; ``extra`` are more folders with wheels."""
        links = [part for folder in extra for part in ("--find-links", folder)]
        return self._run("pip", "install", "--python", python, *self._sources(), *links, *wanted)

    def newest(self, requirement: str) -> str | None:
        """The newest version that is to be had; ``None`` if there is none."""
        return self._resolved(requirement, *self._sources())

    def in_index(self, requirement: str) -> bool | None:
        """Whether the index alone has it: no folder of wheels counts, and no constraint.

        Returns:
            ``None`` if the index was not asked, or did not answer.
        """
        if self.offline:
            return None
        done = self._compiled(requirement, left_out=BESIDES_THE_INDEX)
        if done.code not in (0, 1) or re.search(SHUT, done.tail):
            return None
        return done.code == 0

    def _resolved(self, requirement: str, *sources: str) -> str | None:
        done = self._compiled(requirement, *sources)
        found = re.search(r"^[\w.\[\]-]+==(\S+)", done.output, flags=re.MULTILINE)
        return found.group(1) if done.code == 0 and found else None

    def _compiled(self, requirement: str, *sources: str, left_out: tuple[str, ...] = ()) -> Ended:
        """What comes of looking for it; the code is 1 if there is none, and 2 if uv fails."""
        options = ("--no-deps", "--no-header", "--no-annotate", "--no-emit-index-url", *sources)
        return self._run("pip", "compile", "-", *options, text=requirement, left_out=left_out)

    def _sources(self) -> list[str]:
        links = [part for place in self.find_links for part in ("--find-links", place)]
        return [*links, *self._offline()]

    def _offline(self) -> list[str]:
        return ["--offline"] if self.offline else []

    def _run(self, *arguments: str | Path, text: str = "", left_out: tuple[str, ...] = ()) -> Ended:
        without = (*OF_THIS_PROCESS, *left_out)
        variables = {name: each for name, each in os.environ.items() if name not in without}
        command = [_program(), "--quiet", *arguments]
        return run_bounded(
            command, seconds=SECONDS, folder=self.folder, environment=variables, text=text
        )


def _only(wheel: bool) -> list[str]:  # noqa: FBT001 - passed on from a keyword
    return ["--wheel"] if wheel else []


def _program() -> str:
    from uv import find_uv_bin  # noqa: PLC0415 - the extra [cli] brings it

    return find_uv_bin()


def _refuse(done: Ended, message: str, *, hint: str) -> None:
    if done.code != 0:
        raise CouldNotCheckError(f"{message}; it {done.told(SECONDS)}:\n{done.tail}", hint=hint)
