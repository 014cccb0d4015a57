"""``loom memory recall``: the live entries of a tier that fit a question, best first."""

import click
from loom_memory_cli import (
    json_option,
    opened_to_read,
    print_hits,
    print_json,
    say,
    store_language,
    store_option,
)

from loom_memory_runtime.commands.reports import Hit, RecallReport
from loom_memory_runtime.commands.tier_options import TIER, chosen_policies, policy_options
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.tier import Tier


@click.command()
@click.argument("tier", type=TIER)
@click.argument("scope")
@click.argument("words", metavar="QUERY...", nargs=-1, required=True)
@click.option(
    "--limit", type=click.IntRange(min=0), default=10, show_default=True, help="At most so many."
)
@policy_options
@store_option
@json_option
def recall(  # noqa: PLR0913 - one for each option
    tier: Tier,
    scope: str,
    words: tuple[str, ...],
    *,
    limit: int,
    ttl_seconds: float | None,
    max_entries: int | None,
    url: str,
    as_json: bool,
) -> None:
    """Print the entries that TIER keeps of SCOPE and that match QUERY, best first.

    Nothing is recorded; `loom decisions show` prints what an execution recalled.
    """
    query = " ".join(words)
    policies = chosen_policies(tier, ttl_seconds, max_entries)
    with opened_to_read(url) as store:
        hits = MemoryRuntime(store, policies=policies).search(tier, scope, query, limit=limit)
    if as_json:
        found = [Hit.of(hit) for hit in hits]
        print_json(RecallReport(tier=tier, scope=scope, query=query, hits=found))
        return
    print_hits(hits, query, language=store_language(url))
    if not hits:
        say("Nothing matches.")
