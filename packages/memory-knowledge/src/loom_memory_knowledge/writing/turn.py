"""A turn of a session, as a caller gives it."""

from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue


class Turn(NamedTuple):
    """What somebody said."""

    role: str
    """Who said it."""

    text: JsonValue
    """What was said: text, or tainted text in its wrapper."""

    at: datetime | None = None
    """When; the moment of filing unless given."""
