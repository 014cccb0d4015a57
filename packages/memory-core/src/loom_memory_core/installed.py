"""What installed distributions advertise, read from their metadata: nothing is imported."""

import os
import re
import sys
from functools import lru_cache
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
    """Every entry that installed distributions have in ``group``.

    Of a distribution that is on the path twice, the first copy counts. One whose
    metadata cannot be read is passed by. The files are read again only when a folder
    of the path has changed, which is what installing and uninstalling do.

    Args:
        group: An entry-point group, such as ``loom.memory``.

    Returns:
        The entries, sorted by name. Two distributions may have one of the same name.

    Examples:
        >>> entries = installed_entries("loom.memory")
        >>> [each.name for each in entries if each.distribution == "loom-memory-core"]
        ['memory']
    """
    return _read(group, tuple((str(folder), _changed(folder)) for folder in sys.path))


def _changed(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns  # noqa: PTH116 - a Path costs more than the call
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=8)
def _read(group: str, _path: tuple[tuple[str, int], ...]) -> tuple[InstalledEntry, ...]:
    claimants: dict[str, Distribution] = {}
    for each in distributions():
        name = _name_of_claimant(each, group)
        if name:
            claimants.setdefault(name, _first(name, each))
    return tuple(sorted({entry for each in claimants.values() for entry in _entries(each, group)}))


def _name_of_claimant(candidate: Distribution, group: str) -> str:
    """Its normalised name; empty if it has no such entry, or cannot be read."""
    try:
        if f"[{group}]" in (candidate.read_text("entry_points.txt") or ""):
            return re.sub(r"[-_.]+", "-", candidate.metadata["Name"]).lower()
    except Exception:  # noqa: BLE001 - half-removed distributions fail in many ways
        return ""
    return ""


def _first(name: str, candidate: Distribution) -> Distribution:
    """The copy that an import would find, which may be one without entries."""
    try:
        return distribution(name)
    except PackageNotFoundError:  # its folder bears another name
        return candidate


def _entries(origin: Distribution, group: str) -> list[InstalledEntry]:
    try:
        found = origin.entry_points.select(group=group)
        version = origin.version or "?"
    except Exception:  # noqa: BLE001 - as above, or a line of the file is not an entry
        return []
    name = origin.metadata["Name"]
    return [InstalledEntry(group, entry.name, entry.value, name, version) for entry in found]


def installed_schemes() -> tuple[InstalledScheme, ...]:
    """Every installed scheme, those that ``LOOM_PLUGINS`` shuts out included.

    Returns:
        The schemes, sorted. One that two distributions claim stands there twice.

    Examples:
        >>> "memory" in {each.scheme for each in installed_schemes()}
        True
    """
    chosen = chosen_schemes()
    return tuple(
        sorted(
            InstalledScheme(
                scheme=entry.name.lower(),
                distribution=entry.distribution,
                version=entry.version,
                value=entry.value,
                enabled=chosen is None or entry.name.lower() in chosen,
            )
            for entry in installed_entries(MEMORY_GROUP)
        )
    )


def chosen_schemes() -> frozenset[str] | None:
    """The schemes that ``LOOM_PLUGINS`` lists; ``None``, for all, if unset."""
    text = os.environ.get(PLUGINS_VARIABLE)
    if text is None:
        return None
    return frozenset(scheme.strip().lower() for scheme in text.split(",") if scheme.strip())
