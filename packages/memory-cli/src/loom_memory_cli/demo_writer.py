"""The process of ``loom demo`` that writes its notes and ends."""

import os
import sys
from importlib.resources import as_file, files

import click
from loom_memory_core import InMemoryStore, load, opened

from loom_memory_cli.failure import run_to_exit_code


def notes() -> InMemoryStore:
    """The runbook that comes with this package."""
    store = InMemoryStore()
    with as_file(files("loom_memory_cli") / "data" / "runbook.jsonl") as path:
        load(store, path)
    return store


def write_notes(url: str) -> None:
    """Append the notes that the store of ``url`` does not hold yet, and say how many."""
    runbook = notes()
    with opened(url) as store:
        for key in runbook.keys():  # noqa: SIM118 - not a mapping
            held = {entry.id for entry in store.read(key)}
            new = [entry for entry in runbook.read(key) if entry.id not in held]
            store.append(key, new)
            click.echo(f"Process {os.getpid()} wrote {len(new)} notes under the key {key!r}.")


if __name__ == "__main__":
    sys.exit(run_to_exit_code(lambda: write_notes(sys.argv[1])))
