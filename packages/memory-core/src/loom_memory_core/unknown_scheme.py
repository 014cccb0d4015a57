"""The error for a scheme that nobody serves, with the command that would change that."""

from collections.abc import Sequence
from typing import Final

from loom_memory_core.errors import BackendNotFoundError
from loom_memory_core.installed import PLUGINS_VARIABLE, InstalledScheme
from loom_memory_core.nearest import nearest

FIRST_PARTY_EXTRAS: Final = {
    "sqlite": "sqlite",
    "postgresql": "postgres",
    "postgres": "postgres",
    "vector+sqlite": "vector",
    "vector+postgresql": "vector",
}
"""Which extra of loom-memory-core brings the backend of a scheme."""


def unknown_scheme(scheme: str, installed: Sequence[InstalledScheme]) -> BackendNotFoundError:
    """What to raise when no enabled backend serves ``scheme``."""
    if any(each.scheme == scheme for each in installed):
        return BackendNotFoundError(
            f"{PLUGINS_VARIABLE} shuts out the backend for {scheme!r}",
            hint=f"add {scheme} to {PLUGINS_VARIABLE}, a comma list of schemes, or unset it",
        )
    names = sorted({each.scheme for each in installed if each.enabled})
    return BackendNotFoundError(
        f"no installed backend serves {scheme!r}; installed: {', '.join(names) or 'none'}",
        hint=_hint(scheme, names),
    )


def _hint(scheme: str, names: Sequence[str]) -> str:
    if scheme in FIRST_PARTY_EXTRAS:
        return f"pip install 'loom-memory-core[{FIRST_PARTY_EXTRAS[scheme]}]'"
    guess = nearest(scheme, [*names, *FIRST_PARTY_EXTRAS])
    install = "install the distribution that serves it, and see `loom plugin list`"
    return f"did you mean {guess}://? If not, {install}" if guess else install
