"""How much memory this process holds."""

import os
from pathlib import Path
from typing import Final

_TOLD_BY: Final = Path("/proc/self/statm")


def is_told() -> bool:
    """Whether this system tells; Linux alone does it this way."""
    return _TOLD_BY.exists()


def resident_bytes() -> int:
    """The resident set of this process, in bytes.

    Raises:
        OSError: The system does not tell.
    """
    pages = int(_TOLD_BY.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
