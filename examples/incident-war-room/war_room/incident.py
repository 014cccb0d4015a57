"""What the room is called for, and what its agents say."""

from typing import NamedTuple

from pydantic import BaseModel


class Incident(NamedTuple):
    """Something is wrong."""

    id: str
    """Names it, and its executions."""

    title: str
    """What is seen."""

    services: tuple[str, ...]
    """Where; the first one keeps the postmortem."""


class Finding(BaseModel, frozen=True):
    """What an agent has found, and where it stands."""

    text: str
    sources: tuple[str, ...]


class Plan(NamedTuple):
    """What the commander decided."""

    text: str
    sources: tuple[str, ...]
    replayed: bool
