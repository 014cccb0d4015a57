"""The loom command, and the parts that other packages make their commands with."""

from loom_memory_cli.entry_view import print_entries
from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.failure import Failure
from loom_memory_cli.hit_view import print_hits
from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.printable import printable, printable_line
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import (
    STORE_VARIABLE,
    opened_to_change,
    opened_to_read,
    store_language,
    store_option,
)
from loom_memory_cli.talk import counted, say

__all__ = [
    "STORE_VARIABLE",
    "Exit",
    "Failure",
    "counted",
    "json_option",
    "opened_to_change",
    "opened_to_read",
    "print_entries",
    "print_hits",
    "print_json",
    "printable",
    "printable_line",
    "progress",
    "say",
    "store_language",
    "store_option",
]
