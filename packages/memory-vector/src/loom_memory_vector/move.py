"""The move of a store to another embedding model: what is said of it, before and after."""

from typing import NamedTuple

from loom_memory_vector.fingerprint import Fingerprint


class Move(NamedTuple):
    """What a move to another model does, or did."""

    old: Fingerprint
    """The space of the store's vectors."""

    new: Fingerprint

    contents: int
    """Distinct contents to embed: without those that an unfinished move has embedded."""

    url: str
    """What opens the store afterwards."""
