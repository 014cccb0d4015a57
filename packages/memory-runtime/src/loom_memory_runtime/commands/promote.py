"""``loom memory promote``: move entries of a scope from one tier to another."""

import click
from loom_memory_cli import (
    Exit,
    Failure,
    counted,
    json_option,
    opened_to_change,
    print_json,
    say,
    store_option,
)
from loom_memory_core import MemoryEntry, MemoryStore

from loom_memory_runtime.commands.reports import PromoteReport
from loom_memory_runtime.commands.tier_options import TIER
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.tier import Tier
from loom_memory_runtime.tier_key import tier_key


@click.command()
@click.argument("from_tier", metavar="FROM", type=TIER)
@click.argument("to_tier", metavar="TO", type=TIER)
@click.argument("scope")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@store_option
@json_option
def promote(
    from_tier: Tier,
    to_tier: Tier,
    *,
    scope: str,
    ids: tuple[str, ...],
    url: str,
    as_json: bool,
) -> None:
    """Move the entries of SCOPE that have one of the IDs from tier FROM to tier TO.

    Doing it again, after a crash for example, duplicates nothing.
    """
    if from_tier == to_tier:
        raise click.UsageError(f"FROM and TO are both {to_tier}.")
    with opened_to_change(url) as store:
        entries = _entries(store, (from_tier, to_tier), scope=scope, ids=ids)
        appended = MemoryRuntime(store).promote(from_tier, to_tier, scope, entries)
    moved = list(dict.fromkeys(entry.id for entry in entries))
    if as_json:
        print_json(
            PromoteReport(
                from_tier=from_tier, to_tier=to_tier, scope=scope, ids=moved, appended=appended
            )
        )
    say(f"Promoted {counted(appended, 'entry', 'entries')} to {to_tier}.")


def _entries(
    store: MemoryStore, tiers: tuple[Tier, Tier], *, scope: str, ids: tuple[str, ...]
) -> list[MemoryEntry]:
    """The entries to move; one that an earlier run has moved already is no error."""
    source, target = (store.read(tier_key(tier, scope)) for tier in tiers)
    found = [entry for entry in source if entry.id in ids]
    known = {entry.id for entry in [*found, *target]}
    unknown = [each for each in ids if each not in known]
    if unknown:
        raise Failure(
            f"{tiers[0]} holds no entry of {scope!r} with the id {', '.join(map(repr, unknown))}",
            hint="`loom memory tail` prints the ids; nothing was promoted",
            exit_code=Exit.PROBLEMS,
        )
    return found
