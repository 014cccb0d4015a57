"""When and on what a report was made."""

import hashlib
from datetime import UTC, datetime
from typing import TypedDict

from pydantic import JsonValue

from loom_memory_bench.machine import machine


class Stamp(TypedDict):
    """The parts of a report that every run fills in alike."""

    made_at: datetime
    machine: dict[str, JsonValue]


def stamp() -> Stamp:
    """Now, and here."""
    return Stamp(made_at=datetime.now(UTC).replace(microsecond=0), machine=machine())


def text_hash(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
