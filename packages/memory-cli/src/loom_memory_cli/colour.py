"""Whether a terminal, where there is one, is to get escape codes."""

import os


def escapes_are_welcome() -> bool:
    """Whether neither ``NO_COLOR`` (no-color.org) nor a dumb terminal speaks against them."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in {"dumb", "unknown"}
