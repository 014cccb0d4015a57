"""The versions of all installed Loom packages, for ``loom --version`` and for reports."""

import platform
import re
from importlib.metadata import Distribution

import click

from loom_memory_cli.command_tree import COMMANDS
from loom_memory_cli.installed import distribution_name, installed

_CORE = "loom-memory-core"
_GROUPS = frozenset({"loom.memory", COMMANDS})


def version_option() -> click.Option:
    """``--version``, which tells all versions and ends."""
    return click.Option(
        ["--version"],
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_print_versions,
        help="Print the versions of Python and of all installed Loom packages.",
    )


def _print_versions(ctx: click.Context, _param: click.Parameter, value: object) -> None:
    if not value or ctx.resilient_parsing:
        return
    for name, version in sorted(loom_versions().items()):
        click.echo(f"{name} {version}")
    click.echo(f"python {platform.python_version()}")
    ctx.exit()


def loom_versions() -> dict[str, str]:
    """Each installed distribution that is core, stands on it or plugs into it."""
    return {distribution_name(each): each.version for each in installed() if _is_loom(each)}


def _is_loom(distribution: Distribution) -> bool:
    if distribution_name(distribution) == _CORE or _requires_core(distribution):
        return True
    try:
        return any(entry.group in _GROUPS for entry in distribution.entry_points)
    except Exception:  # noqa: BLE001 - a broken entry_points.txt declares nothing
        return False


def _requires_core(distribution: Distribution) -> bool:
    names = (re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in distribution.requires or ())
    return any(re.sub(r"[-_.]+", "-", name).lower() == _CORE for name in names)
