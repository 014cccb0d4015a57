"""``loom memory clear``: empty one list, or all lists under a prefix."""

from typing import TYPE_CHECKING

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.printable import printable_line
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import opened_to_change, opened_to_read, store_option
from loom_memory_cli.talk import counted, say

if TYPE_CHECKING:
    from loom_memory_core import MemoryStore


@click.command()
@click.argument("key", required=False)
@click.option("--prefix", help="Instead of KEY: every key that begins with it.")
@click.option("--yes", is_flag=True, help="With --prefix: really clear.")
@store_option
@json_option
def clear(key: str | None, *, prefix: str | None, yes: bool, url: str, as_json: bool) -> None:
    """Empty the list of KEY, or every list under a prefix.

    Prints the keys. With --prefix it is a dry run unless --yes is given.
    """
    if (key is None) == (prefix is None):
        raise click.UsageError("Give either KEY or --prefix.")
    cleared = key is not None or yes
    with (opened_to_change if cleared else opened_to_read)(url) as store:
        keys = _held(store, key) if key is not None else _keys(store, prefix or "")
        if cleared:
            _clear(store, keys)
    _print(keys, cleared=cleared, as_json=as_json)


def _keys(store: "MemoryStore", prefix: str) -> list[str]:
    from loom_memory_core import require  # noqa: PLC0415 - not needed for the help

    return list(require(store, "keys").keys(prefix))


def _held(store: "MemoryStore", key: str) -> list[str]:
    """The key, unless its list is empty; a list whose newest row is corrupt is not."""
    from loom_memory_core import CorruptEntryError  # noqa: PLC0415 - not needed for the help

    try:
        return [key] if store.read(key, limit=1) else []
    except CorruptEntryError:
        return [key]


def _clear(store: "MemoryStore", keys: list[str]) -> None:
    with progress("Clearing") as step:
        for done, key in enumerate(keys, start=1):
            store.clear(key)
            step(done, len(keys))


def _print(keys: list[str], *, cleared: bool, as_json: bool) -> None:
    if as_json:
        from loom_memory_cli.reports import ClearReport  # noqa: PLC0415 - as above

        print_json(ClearReport(cleared=cleared, keys=keys))
    else:
        for key in keys:
            click.echo(printable_line(key))
    if not keys:
        say("Nothing to clear: there is no such key with entries.")
    elif cleared:
        say(f"Cleared {counted(len(keys), 'key')}.")
    else:
        say(f"A dry run: {counted(len(keys), 'key')} would be cleared. Add --yes to clear.")
