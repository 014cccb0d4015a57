"""What installed distributions declare: read from metadata alone, and nothing is imported."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points

import click


def declared(group: str) -> list[EntryPoint]:
    """The entry points of ``group``; a distribution whose metadata is broken declares none."""
    try:
        return list(entry_points(group=group))
    except Exception:  # noqa: BLE001 - one file edited by hand fails for all; find which
        return [
            entry for each in installed() for entry in _entry_points(each) if entry.group == group
        ]


def installed() -> Iterator[Distribution]:
    """Each installed distribution that can be named, once: the first on the path counts."""
    seen = set()
    for each in distributions():
        name = distribution_name(each)
        if name and name not in seen:
            seen.add(name)
            yield each


def distribution_name(distribution: Distribution) -> str:
    """Its normalised name; empty where its metadata cannot be read."""
    try:
        return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()
    except Exception:  # noqa: BLE001 - half-removed distributions fail in many ways
        return ""


def _entry_points(distribution: Distribution) -> list[EntryPoint]:
    try:
        return list(distribution.entry_points)
    except Exception as error:  # noqa: BLE001 - as above
        name = distribution_name(distribution)
        click.echo(f"{name}: its entry_points.txt cannot be read: {error}", err=True)
        return []


def provider(entry: EntryPoint) -> str:
    """The distribution that declares ``entry``, with its version."""
    if entry.dist is None:
        return "an unknown distribution"
    return f"{entry.dist.metadata['Name']} {entry.dist.version}"


def cures(entry: EntryPoint) -> str:
    """The commands that repair or remove the distribution that declares ``entry``."""
    if entry.dist is None:
        return "remove what declares it"
    name = entry.dist.metadata["Name"]
    return f"pip install --upgrade {name}, or pip uninstall {name}"
