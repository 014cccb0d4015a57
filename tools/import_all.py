"""Import every module of an installed package, but those that need an extra of it."""

import importlib
import pkgutil
import sys

package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    if not {"__main__", "commands", "adapters"}.intersection(module.name.split(".")):
        importlib.import_module(module.name)
