"""Build every package and install each wheel alone, with its siblings taken from files only."""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from members import ROOT, members, metadata
from run_example import examples

UV = (sys.executable, "-m", "uv")


def main() -> int:
    """Build, look inside, install, import; the first fault ends it with what was run."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = {name_of(package): build(package, Path(folder, "dist")) for package in members()}
        siblings = Path(folder, "siblings.txt")
        lines = [f"{name} @ {wheel.as_uri()}\n" for name, wheel in wheels.items()]
        siblings.write_text("".join(lines))
        for name, wheel in wheels.items():
            look_inside(wheel, name)
            install_alone(wheel, siblings, Path(folder, name))
            print(f"{wheel.name}: contents, install and imports are good", flush=True)
        for name, example in examples().items():
            install_example(build(example, Path(folder, "dist")), siblings, Path(folder, name))
            print(f"{name}: install and command are good", flush=True)
    return 0


def name_of(package: Path) -> str:
    """The distribution that a folder builds."""
    return str(metadata(package)["project"]["name"])


def build(package: Path, output: Path) -> Path:
    """The package's wheel, built from its source distribution and so from nothing else."""
    before = set(output.glob("*.whl"))
    run(*UV, "build", "--quiet", "--out-dir", output, package)
    (wheel,) = set(output.glob("*.whl")) - before
    return wheel


def look_inside(wheel: Path, name: str) -> None:
    """Code, type marker, licence and metadata are in the wheel, and tests are not."""
    module = name.replace("-", "_")
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
        (fields,) = (path for path in inside if path.endswith(".dist-info/METADATA"))
        text = archive.read(fields).decode()
    info = fields.removesuffix("METADATA")
    wanted = {f"{module}/__init__.py", f"{module}/py.typed", f"{info}licenses/LICENSE"}
    faults = [f"{path} is missing" for path in sorted(wanted.difference(inside))]
    faults += [f"{path} is extra" for path in inside if not path.startswith((f"{module}/", info))]
    faults += [f"{path} is a test" for path in inside if _is_test(Path(path))]
    faults += [
        f"{field} is not in the metadata"
        for field in ("License-Expression: Apache-2.0", "Requires-Python: >=3.11", "Summary: ")
        if field not in text
    ]
    if faults:
        raise SystemExit(f"{wheel.name}: {'; '.join(faults)}")


def _is_test(path: Path) -> bool:
    """Whether it tests the package itself, and not what its templates produce."""
    return path.name.startswith("test_") and "templates" not in path.parts


def install_alone(wheel: Path, siblings: Path, environment: Path) -> None:
    """Install one wheel into a new environment and import every module that needs no extra."""
    python = install(wheel, siblings, environment)
    module = wheel.name.split("-")[0]
    run(python, "-I", "-W", "error", ROOT / "tools" / "import_all.py", module)
    for script in sorted((environment / "bin").glob("loom")):
        run(script, "--help", quiet=True)


def install_example(wheel: Path, siblings: Path, environment: Path) -> None:
    """Install an application with the packages it asks for, and run its command."""
    install(wheel, siblings, environment)
    command = wheel.name.split("-")[0].replace("_", "-")
    run(environment / "bin" / command, quiet=True)


def install(wheel: Path, siblings: Path, environment: Path) -> Path:
    """Put a wheel into a new environment; the Python of it."""
    python = environment / "bin" / "python"
    run(*UV, "venv", "--quiet", "--python", sys.executable, environment)
    target = ("--python", python)
    versions = ("--constraints", ROOT / "constraints.txt", "--constraints", siblings)
    run(*UV, "pip", "install", "--quiet", *target, *versions, wheel)
    run(*UV, "pip", "check", "--quiet", *target)
    return python


def run(*command: str | Path, quiet: bool = False) -> None:
    """Run a program; a failure of it ends this one."""
    output = subprocess.DEVNULL if quiet else None
    environment = {**os.environ, "VIRTUAL_ENV": ""}
    done = subprocess.run(command, env=environment, stdout=output, check=False)
    if done.returncode:
        raise SystemExit(f"exit code {done.returncode}: {' '.join(map(str, command))}")


if __name__ == "__main__":
    sys.exit(main())
