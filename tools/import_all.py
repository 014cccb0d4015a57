"""Import every module of an installed package, but those that belong to an extra of it.

They are the modules named ``commands``, and the subpackages that bear an extra's name.
"""

import importlib
import pkgutil
import sys
from importlib.metadata import metadata


def import_below(package: str, *, extras: set[str]) -> None:
    """Import ``package``, its modules, and those of its subpackages."""
    folders = importlib.import_module(package).__path__
    for module in pkgutil.iter_modules(folders):
        name = f"{package}.{module.name}"
        if module.ispkg and module.name not in extras:
            import_below(name, extras=extras)
        elif not module.ispkg and module.name not in {"__main__", "commands"}:
            importlib.import_module(name)


if __name__ == "__main__":
    distribution = sys.argv[1].replace("_", "-")
    import_below(sys.argv[1], extras=set(metadata(distribution).get_all("Provides-Extra") or []))
