"""What ``load`` and ``copy`` say at their end."""

from typing import TYPE_CHECKING

from loom_memory_cli.json_output import print_json
from loom_memory_cli.talk import counted, say

if TYPE_CHECKING:
    from loom_memory_core import LoadReport


def print_load_summary(report: "LoadReport", *, as_json: bool) -> None:
    """Say what was written, and print it under ``--json``."""
    entries = counted(report.entries, "entry", "entries")
    say(f"{entries} of {counted(report.keys, 'key')}: wrote {report.written:,}.")
    if report.replaced:
        say(f"Replaced {counted(report.replaced, 'list')}.")
    if report.corrupt:
        say(f"Left out {counted(report.corrupt, 'corrupt row')}.")
    if as_json:
        from loom_memory_cli.reports import LoadSummary  # noqa: PLC0415 - not for the help

        print_json(LoadSummary.model_validate(report))
