"""Import every module of an installed package, but those that belong to its extra [cli]."""

import importlib
import pkgutil
import sys

package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    if module.name.rpartition(".")[2] not in {"__main__", "commands"}:
        importlib.import_module(module.name)
