"""The licences that a new package can have, by their SPDX identifiers."""

from typing import Final

from loom_scaffold.errors import ScaffoldError

DEFAULT: Final = "Apache-2.0"
"""What the template itself has."""

LICENSES: Final = (DEFAULT, "BSD-3-Clause", "MIT", "MPL-2.0")
"""Those whose texts are here; any other is a file to replace and a line to change."""


def check_license(identifier: str) -> str:
    """The identifier, if there is a text for it.

    Raises:
        ScaffoldError: There is none; the hint lists those that there are.
    """
    if identifier not in LICENSES:
        raise ScaffoldError(
            f"there is no text for the licence {identifier!r}",
            hint=f"use {', '.join(LICENSES)}; for any other, put its text into LICENSE and its "
            "SPDX identifier into pyproject.toml afterwards",
        )
    return identifier
