"""Who has a name already: Loom itself, or something that is installed here."""

from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Final

from loom_memory_core import installed_schemes

from loom_scaffold.errors import ScaffoldError

LOOMS_OWN: Final = frozenset(
    {"bench", "cli", "core", "knowledge", "loom", "memory", "postgres", "postgresql"}
    | {"runtime", "sqlite", "vector"}
)
"""Names of Loom's own packages below ``loom-memory-``, and the schemes that they serve."""


def refuse_claimed(scheme: str, distribution: str) -> None:
    """Do nothing if the scheme, the distribution and its module are free.

    Raises:
        ScaffoldError: One of them is taken.
    """
    owner = _owner(scheme, distribution)
    if owner is not None:
        raise ScaffoldError(
            f"{scheme!r} is taken: {owner}",
            hint=f"choose another name, such as 'my-{scheme}'",
        )


def _owner(scheme: str, distribution: str) -> str | None:
    if scheme in LOOMS_OWN:
        return f"{distribution} and {scheme}:// belong to Loom itself"
    for each in installed_schemes():
        if each.scheme == scheme:
            return f"{each.distribution} {each.version}, which is installed, serves {scheme}://"
    try:
        return f"{distribution} {version(distribution)} is installed"
    except PackageNotFoundError:
        return _shadowed(distribution.replace("-", "_"))


def _shadowed(module: str) -> str | None:
    spec = find_spec(module)
    if spec is None:
        return None
    places = [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
    return f"the module {module} can be imported already, from {', '.join(places)}"
