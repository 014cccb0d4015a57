"""What the commands of the tiers share: TIER, SCOPE, and a policy other than the default."""

from collections.abc import Callable
from typing import TypeVar

import click

from loom_memory_runtime.tier import DEFAULT_POLICIES, TIERS, Policies, Tier, TierPolicy

Decorated = TypeVar("Decorated", bound=Callable[..., object])

TIER = click.Choice(TIERS)
"""One of the four, as an argument."""


def policy_options(command: Decorated) -> Decorated:
    """Give a command ``--ttl-seconds`` and ``--max-entries``."""
    ttl = click.option(
        "--ttl-seconds",
        type=click.FloatRange(min=0, min_open=True),
        help="How long the tier keeps an entry, unless its default; inf is for ever.",
    )
    most = click.option(
        "--max-entries",
        type=click.IntRange(min=1),
        help="How many entries the tier keeps, unless its default.",
    )
    return ttl(most(command))


def chosen_policies(tier: Tier, ttl_seconds: float | None, max_entries: int | None) -> Policies:
    """The tier's default policy with what the options say."""
    default = DEFAULT_POLICIES[tier]
    policy = TierPolicy(
        ttl_seconds=default.ttl_seconds if ttl_seconds is None else ttl_seconds,
        max_entries=default.max_entries if max_entries is None else max_entries,
    )
    return {tier: policy}
