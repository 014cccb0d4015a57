"""The version of the contract, which changes only when a promise does."""

from typing import Final

CONTRACT_VERSION: Final = "1.0"
"""``major.minor``: a backend built for another major is refused."""
