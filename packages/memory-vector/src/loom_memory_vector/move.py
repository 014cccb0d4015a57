"""The move of a store to another embedding model: what is said of it, before and after."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from loom_memory_core import InvalidOptionsError

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


def refuse_others(
    carried: AbstractSet[str], own: AbstractSet[str], *, place: str, url: str
) -> None:
    """Refuse to move a store without vectors, or one with an index that would be lost.

    Args:
        carried: The names of the indexes that the store carries.
        own: Those that are built again with the new vectors.
        place: What holds them, for the message.
        url: What opens the store with vectors.

    Raises:
        InvalidOptionsError: It is such a store.
    """
    if "vectors" not in carried:
        raise InvalidOptionsError(
            f"{place} carries no vectors",
            hint=f"make them: loom memory reindex --store '{url}'",
        )
    others = sorted(carried - own)
    if others:
        raise InvalidOptionsError(
            f"{place} carries the index {others[0]!r} too, which this would drop",
            hint="dump the store and load it into a new one with the other model",
        )
