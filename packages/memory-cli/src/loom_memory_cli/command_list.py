"""The commands of other packages, as ``loom plugin list`` tells of them."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from typing import Final

from loom_memory_cli.command_tree import COMMANDS, CommandNode, command_tree
from loom_memory_cli.command_trial import Trial, tried
from loom_memory_cli.installed import cures, declared, provider
from loom_memory_cli.main import allowed
from loom_memory_cli.reports import CommandReport

Claim = tuple[str, EntryPoint, CommandNode]
"""A path as it is typed, an entry that claims it, and what else there is on the path."""

_UNKNOWN: Final = Trial()


def foreign_commands(*, load: bool) -> list[CommandReport]:
    """Every command that another distribution than this one declares.

    Args:
        load: Import each in a process of its own; otherwise the metadata alone is read.
    """
    entries = declared(COMMANDS)
    enabled = {id(entry) for entry in allowed(entries)}
    claims = list(_claims(command_tree(allowed(entries))))
    foreign = [claim for claim in claims if not _is_ours(claim[1])]
    with ThreadPoolExecutor(max_workers=2) as pool:
        trials = list(pool.map(tried, [entry for _, entry, _ in foreign])) if load else []
    found = [
        _report(claim, trial)
        for claim, trial in zip(foreign, trials or [_UNKNOWN] * len(foreign), strict=True)
    ]
    shut_out = [each for each in entries if id(each) not in enabled]
    return [*found, *(_line(each.name.replace(".", " "), each, enabled=False) for each in shut_out)]


def _claims(node: CommandNode, path: str = "") -> Iterator[Claim]:
    for name, child in sorted(node.children.items()):
        typed = f"{path} {name}".strip()
        yield from ((typed, entry, child) for entry in child.claims)
        yield from _claims(child, typed)


def _is_ours(entry: EntryPoint) -> bool:
    return entry.module.partition(".")[0] == __package__


def _report(claim: Claim, trial: Trial) -> CommandReport:
    path, entry, node = claim
    rivals = [provider(each) for each in node.claims if each is not entry]
    error = trial.error
    if rivals:
        error = f"the command is declared by {' and by '.join(rivals)} as well"
    elif error is None and trial is not _UNKNOWN:
        error = _clash(trial, node.children)
    return _line(path, entry, error=error)


def _clash(trial: Trial, below: Mapping[str, CommandNode]) -> str | None:
    """What is wrong with a command below which others declare commands."""
    if below and trial.names is None:
        return f"it is no group, and others declare {', '.join(sorted(below))} below it"
    both = sorted(set(below).intersection(trial.names or ()))
    return f"others declare its own {', '.join(both)} as well" if both else None


def _line(
    path: str, entry: EntryPoint, *, enabled: bool = True, error: str | None = None
) -> CommandReport:
    name, version = (entry.dist.metadata["Name"], entry.dist.version) if entry.dist else ("?", "?")
    return CommandReport(
        command=path,
        distribution=name,
        version=version,
        enabled=enabled,
        error=error,
        hint=cures(entry) if error else None,
    )
