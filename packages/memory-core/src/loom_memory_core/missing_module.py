"""What to install where a plugin lacks a module: an extra of its own, if one brings it."""

import re
from importlib.metadata import PackageNotFoundError, requires
from typing import Final

_REQUIREMENT: Final = re.compile(
    r"""(?P<name>[A-Za-z0-9._-]+).*;.*\bextra\s*==\s*["'](?P<extra>[^"']+)["']"""
)
"""A requirement of an extra, as the metadata of a distribution has it."""


def remedy(module: str, distribution: str) -> str:
    """The command that brings ``module`` to ``distribution``, which did without it so far."""
    extra = _extra_with(module.partition(".")[0], distribution)
    if extra is None:
        return f"install what brings the module {module}"
    return f"pip install '{distribution}[{extra}]', which brings the module {module}"


def _extra_with(module: str, distribution: str) -> str | None:
    """The first extra that requires a distribution of the module's name."""
    try:
        required = requires(distribution) or []
    except PackageNotFoundError:
        return None
    for requirement in required:
        found = _REQUIREMENT.match(requirement)
        if found and re.sub(r"[-._]+", "_", found["name"]).lower() == module.lower():
            return found["extra"]
    return None
