"""The four tiers, and how long each keeps what it is given."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, get_args

from loom_memory_core import InvalidOptionsError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

Tier = Literal["working", "episodic", "semantic", "procedural"]
"""What is at hand, what happened, what is known, and how things are done."""

TIERS: Final[tuple[Tier, ...]] = get_args(Tier)
"""Every tier, from the one that forgets soonest."""


class TierPolicy(BaseModel):
    """How long a tier keeps an entry, and how many it keeps.

    Raises:
        InvalidOptionsError: A limit is not above 0, or the field is unknown.

    Examples:
        >>> TierPolicy(ttl_seconds=3_600, max_entries=50).max_entries
        50
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    ttl_seconds: float | None = Field(default=None, gt=0)
    """Seconds from an entry's timestamp until it has expired; ``None`` keeps it for ever.

    An entry without a timestamp does not expire.
    """

    max_entries: int | None = Field(default=None, gt=0)
    """How many entries a scope keeps, the newest; ``None`` keeps all."""

    summarize: bool = False
    """Whether entries over ``max_entries`` wait for ``MemoryRuntime.summarize``.

    They are hidden from ``read`` then, and stay in the store until they are summarised.
    """

    if not TYPE_CHECKING:  # type checkers take the signature from the fields

        def __init__(self, **fields: object) -> None:
            try:
                super().__init__(**fields)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                place = ".".join(map(str, first["loc"]))
                raise InvalidOptionsError(
                    f"{place} of a tier's policy is {first['input']!r}: {first['msg']}",
                    hint="ttl_seconds and max_entries are numbers above 0 or None, "
                    "summarize is True or False",
                ) from None


Policies = Mapping[Tier, TierPolicy]
"""Policies by tier; a tier that is not named keeps its default."""

DEFAULT_POLICIES: Final[Policies] = MappingProxyType(
    {
        "working": TierPolicy(ttl_seconds=3_600, max_entries=50),
        "episodic": TierPolicy(ttl_seconds=30 * 86_400, max_entries=1_000),
        "semantic": TierPolicy(),
        "procedural": TierPolicy(),
    }
)
"""An hour and 50 entries; 30 days and 1,000; and two corpora, which keep everything."""


def check_tier(tier: object) -> Tier:
    """``tier``, if it is one of the four.

    Raises:
        TypeError: It is not text.
        ValueError: It is some other text.

    Examples:
        >>> check_tier("semantic")
        'semantic'
    """
    if not isinstance(tier, str):
        raise TypeError(f"tier is {tier!r}, a {type(tier).__name__}; pass one of {list(TIERS)}")
    for each in TIERS:
        if each == tier:
            return each
    raise ValueError(f"tier is {tier!r}; pass one of {list(TIERS)}")


def checked_policies(policies: Policies | None) -> dict[Tier, TierPolicy]:
    """A policy for every tier: those of the caller over the defaults.

    Raises:
        TypeError: It is no mapping to policies.
        ValueError: It names a tier that there is not.
    """
    given = {} if policies is None else policies
    if not isinstance(given, Mapping):
        raise TypeError(f"policies is a {type(given).__name__}; pass a dict of TierPolicy by tier")
    for tier, policy in given.items():
        check_tier(tier)
        if not isinstance(policy, TierPolicy):
            raise TypeError(f"the policy of {tier!r} is {policy!r}; pass TierPolicy(...)")
    return {**DEFAULT_POLICIES, **given}
