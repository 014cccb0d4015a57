"""Rewrite constraints.txt: one resolution of all that any environment asks for, on every Python."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

from members import ROOT, members, metadata

HEADER = """\
# The versions of every library that the environments use, on Python 3.11 to 3.13.
# Written by `make constraints`; the packages' own ranges are in their pyproject.toml.
"""


def requirements() -> Iterator[str]:
    """What the tools and the packages ask for, Loom's own distributions left out."""
    yield "hatch"
    for environment in metadata(ROOT)["tool"]["hatch"]["envs"].values():
        yield from environment.get("dependencies", [])
    for tables in map(metadata, members()):
        groups = tables["project"].get("optional-dependencies", {}).values()
        wanted = [*tables["build-system"]["requires"], *tables["project"].get("dependencies", [])]
        wanted += [requirement for group in groups for requirement in group]
        yield from (each for each in wanted if not each.startswith("loom-"))


def resolve(wanted: list[str]) -> str:
    """One version each, with a marker where the Pythons differ."""
    command = ["uv", "pip", "compile", "-", "--universal", "--python-version", "3.11"]
    command += ["--no-config", "--no-header", "--no-annotate", "--strip-extras"]
    # The environment holds last time's versions, which are what this replaces.
    variables = {name: value for name, value in os.environ.items() if "CONSTRAINT" not in name}
    resolution = subprocess.run(
        command,
        input="\n".join(wanted),
        env=variables,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return re.sub(r"^(-|#).*\n", "", resolution.stdout, flags=re.MULTILINE)


def main() -> int:
    """Resolve and write."""
    versions = resolve(sorted(set(requirements())))
    (ROOT / "constraints.txt").write_text(HEADER + versions)
    print(f"{len(versions.splitlines())} versions written to constraints.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
