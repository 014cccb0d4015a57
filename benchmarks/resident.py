"""How much memory this process holds."""

import os
from pathlib import Path


def resident_bytes() -> int:
    """The resident set of this process, in bytes; Linux alone tells it this way."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
