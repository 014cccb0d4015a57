"""The answer of a probe: a file of JSON, which nothing that a plugin prints gets into."""

import json
import os
from pathlib import Path
from typing import Any


def give(answer: dict[str, Any], path: str) -> None:
    """Write the answer and end the process, whatever the plugin has left running."""
    part = Path(f"{path}.part")
    part.write_text(json.dumps(answer), encoding="utf-8")
    part.replace(path)
    os._exit(0)


def described(error: BaseException) -> str:
    """The type and text of an error, on one line of up to 500 characters."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:500].removesuffix(": ")
