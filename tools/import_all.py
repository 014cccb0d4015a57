"""Import every module of an installed package, but those that belong to an extra of it.

They are named ``commands`` or ``adapters``, or bear the extra's name.
"""

import importlib
import pkgutil
import sys
from importlib.metadata import metadata

APART = frozenset({"__main__", "adapters", "commands"})


def import_below(package: str, *, extras: set[str]) -> None:
    """Import ``package``, its modules, and those of its subpackages."""
    folders = importlib.import_module(package).__path__
    for module in pkgutil.iter_modules(folders):
        name = f"{package}.{module.name}"
        if module.name in APART:
            continue
        if not module.ispkg:
            importlib.import_module(name)
        elif module.name not in extras:
            import_below(name, extras=extras)


if __name__ == "__main__":
    distribution = sys.argv[1].replace("_", "-")
    import_below(sys.argv[1], extras=set(metadata(distribution).get_all("Provides-Extra") or []))
