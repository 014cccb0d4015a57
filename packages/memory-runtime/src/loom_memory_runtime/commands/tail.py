"""``loom memory tail``: the newest entries that a tier keeps of a scope."""

import click
from loom_memory_cli import json_option, opened_to_read, print_entries, print_json, store_option

from loom_memory_runtime.commands.reports import TailReport
from loom_memory_runtime.commands.tier_options import TIER, chosen_policies, policy_options
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.tier import Tier


@click.command()
@click.argument("tier", type=TIER)
@click.argument("scope")
@click.option("--limit", type=click.IntRange(min=0), help="Only the newest so many.")
@policy_options
@store_option
@json_option
def tail(  # noqa: PLR0913 - one for each option
    tier: Tier,
    scope: str,
    *,
    limit: int | None,
    ttl_seconds: float | None,
    max_entries: int | None,
    url: str,
    as_json: bool,
) -> None:
    """Print what TIER keeps of SCOPE, oldest first.

    What has expired is left out, and left in the store.
    """
    policies = chosen_policies(tier, ttl_seconds, max_entries)
    with opened_to_read(url) as store:
        entries = MemoryRuntime(store, policies=policies).peek(tier, scope, limit=limit)
    if as_json:
        print_json(TailReport(tier=tier, scope=scope, entries=entries))
    else:
        print_entries(entries)
