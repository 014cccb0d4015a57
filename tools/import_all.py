"""Import every module of an installed package, but those that belong to an extra of it.

They are the modules named ``commands``, and those of a subpackage that bears an extra's name.
"""

import importlib
import pkgutil
import sys
from importlib.metadata import metadata

package = importlib.import_module(sys.argv[1])
extras = metadata(sys.argv[1].replace("_", "-")).get_all("Provides-Extra") or []
for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    _, *folders, name = module.name.split(".")
    if name not in {"__main__", "commands"} and not set(folders[:1]).intersection(extras):
        importlib.import_module(module.name)
