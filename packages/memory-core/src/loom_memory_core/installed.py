"""What installed distributions advertise, read from their metadata: nothing is imported."""

import os
import re
from collections.abc import Iterator
from importlib.metadata import (
    Distribution,
    EntryPoint,
    PackageNotFoundError,
    distribution,
    distributions,
)
from typing import Final, NamedTuple

MEMORY_GROUP: Final = "loom.memory"
"""The entry-point group of memory backends; an entry's name is a scheme."""

PLUGINS_VARIABLE: Final = "LOOM_PLUGINS"
"""A comma list of the schemes to use, or empty for none; all of them when it is unset."""


class InstalledEntry(NamedTuple):
    """One entry point of an installed distribution."""

    group: str
    name: str
    value: str
    """The module, or ``module:attribute``, that it names."""

    distribution: str
    version: str

    def load(self) -> object:
        """Import what the entry names; whatever that raises, this raises."""
        return EntryPoint(self.name, self.value, self.group).load()


class InstalledScheme(NamedTuple):
    """One scheme that an installed distribution claims to serve."""

    scheme: str
    distribution: str
    version: str
    value: str
    """The plugin module."""

    enabled: bool = True
    """Whether ``LOOM_PLUGINS`` lets it in."""

    def load(self) -> object:
        """Import the plugin module; whatever that raises, this raises."""
        return EntryPoint(self.scheme, self.value, MEMORY_GROUP).load()


def installed_entries(group: str) -> tuple[InstalledEntry, ...]:
    """Every entry of ``group``, sorted by name, then by distribution.

    Of a distribution that is on the path twice, the first copy counts. One whose
    metadata cannot be read is passed by.
    """
    candidates: dict[str, Distribution] = {}
    for each in distributions():
        if _mentions(each, group) and each.name:
            candidates.setdefault(re.sub(r"[-_.]+", "-", each.name).lower(), each)
    entries = (entry for each in candidates.values() for entry in _entries(_first(each), group))
    return tuple(sorted(entries, key=lambda entry: (entry.name, entry.distribution, entry.value)))


def _mentions(candidate: Distribution, group: str) -> bool:
    try:
        return f"[{group}]" in (candidate.read_text("entry_points.txt") or "")
    except (OSError, ValueError):
        return False


def _first(candidate: Distribution) -> Distribution:
    """The copy that an import would find, which may be one without entries."""
    try:
        return distribution(candidate.name)
    except PackageNotFoundError:  # its folder bears another name
        return candidate


def _entries(origin: Distribution, group: str) -> Iterator[InstalledEntry]:
    try:
        found = origin.entry_points.select(group=group)
    except (OSError, TypeError, ValueError):  # a line of the file is not an entry
        return
    for entry in found:
        yield InstalledEntry(group, entry.name, entry.value, origin.name, origin.version or "?")


def installed_schemes() -> tuple[InstalledScheme, ...]:
    """Every scheme that is installed, the ones that ``LOOM_PLUGINS`` shuts out included.

    A scheme that two distributions claim stands there twice.
    """
    chosen = chosen_schemes()
    return tuple(
        InstalledScheme(
            scheme=entry.name.lower(),
            distribution=entry.distribution,
            version=entry.version,
            value=entry.value,
            enabled=chosen is None or entry.name.lower() in chosen,
        )
        for entry in installed_entries(MEMORY_GROUP)
    )


def chosen_schemes() -> frozenset[str] | None:
    """The schemes that ``LOOM_PLUGINS`` lists; ``None`` when it is unset, which means all."""
    text = os.environ.get(PLUGINS_VARIABLE)
    if text is None:
        return None
    return frozenset(scheme.strip().lower() for scheme in text.split(",") if scheme.strip())
