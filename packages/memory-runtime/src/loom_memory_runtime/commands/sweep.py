"""``loom memory sweep``: evict what a tier's policy does not keep."""

import click
from loom_memory_cli import (
    counted,
    json_option,
    opened_to_change,
    opened_to_read,
    print_json,
    printable_line,
    say,
    store_option,
)
from loom_memory_core import MemoryStore, require

from loom_memory_runtime.commands.reports import SweepReport, SweptScope
from loom_memory_runtime.commands.tier_options import TIER, chosen_policies, policy_options
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.tier import Tier
from loom_memory_runtime.tier_key import tier_and_scope, tier_key


@click.command()
@click.argument("tier", type=TIER)
@click.argument("scopes", metavar="[SCOPE]...", nargs=-1)
@click.option("--yes", is_flag=True, help="Really evict.")
@policy_options
@store_option
@json_option
def sweep(  # noqa: PLR0913 - one for each option
    tier: Tier,
    scopes: tuple[str, ...],
    *,
    yes: bool,
    ttl_seconds: float | None,
    max_entries: int | None,
    url: str,
    as_json: bool,
) -> None:
    """Evict what TIER does not keep of each SCOPE; of all its scopes, if none is named.

    A dry run unless --yes is given. Where the application has policies of its own, give the
    same ones here.
    """
    policies = chosen_policies(tier, ttl_seconds, max_entries)
    with (opened_to_change if yes else opened_to_read)(url) as store:
        runtime = MemoryRuntime(store, policies=policies)
        named = scopes or _scopes(store, tier)
        counts = {scope: _evicted(runtime, tier, scope, really=yes) for scope in named}
    _print(tier, {scope: count for scope, count in counts.items() if count}, yes, as_json=as_json)


def _scopes(store: MemoryStore, tier: Tier) -> list[str]:
    pairs = map(tier_and_scope, require(store, "keys").keys(f"{tier}/"))
    return [pair[1] for pair in pairs if pair is not None]


def _evicted(runtime: MemoryRuntime, tier: Tier, scope: str, *, really: bool) -> int:
    if really:
        return runtime.sweep(tier, [scope])
    return len(runtime.store.read(tier_key(tier, scope))) - len(runtime.peek(tier, scope))


def _print(tier: Tier, counts: dict[str, int], swept: bool, *, as_json: bool) -> None:  # noqa: FBT001 - the flag of the command
    if as_json:
        scopes = [SweptScope(scope=scope, entries=count) for scope, count in counts.items()]
        print_json(SweepReport(tier=tier, swept=swept, scopes=scopes))
    else:
        for scope, count in counts.items():
            click.echo(f"{printable_line(scope)}  {count}")
    total = (
        f"{counted(sum(counts.values()), 'entry', 'entries')} of {counted(len(counts), 'scope')}"
    )
    if not counts:
        say("Nothing to evict.")
    else:
        say(f"Evicted {total}." if swept else f"A dry run: {total} would go. Add --yes to evict.")
