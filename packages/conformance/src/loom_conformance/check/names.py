"""The schemes that a package claims: well formed, claimed once, and nobody else's."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from loom_memory_core import LoomError, StoreUrl
from packaging.utils import canonicalize_name

from loom_conformance.check.finding import Finding, fault
from loom_conformance.check.packaging_checks import Package

OURS: Final = {
    "memory": "loom-memory-core",
    "sqlite": "loom-memory-sqlite",
    "postgresql": "loom-memory-postgres",
    "postgres": "loom-memory-postgres",
    "vector+sqlite": "loom-memory-vector",
    "vector+postgresql": "loom-memory-vector",
}
"""The schemes of Loom's own backends."""


def name_findings(package: Package) -> Iterator[Finding]:
    """What is wrong with the names of the package's entry points."""
    claimed = Counter(entry.name.lower() for entry in package.entries)
    for scheme, times in claimed.items():
        owner = OURS.get(scheme)
        if times > 1:
            yield fault(
                "hook.duplicate",
                f"{package.name} has {times} entry points for the scheme {scheme!r}",
                hint="keep one: a scheme has one plugin module",
            )
        if owner is not None and owner != canonicalize_name(package.name):
            yield fault(
                "hook.duplicate",
                f"the scheme {scheme!r} is that of {owner}; with both installed, neither opens",
                hint="take a scheme of your own, such as the name of your product",
            )
        if not _is_scheme(scheme):
            yield fault(
                "hook.scheme",
                f"{scheme!r} cannot be the scheme of a URL",
                hint="begin with a letter; go on with letters, digits, '+', '-' and '.'",
            )


def _is_scheme(text: str) -> bool:
    try:
        return StoreUrl.parse(f"{text}://").scheme == text
    except LoomError:
        return False
