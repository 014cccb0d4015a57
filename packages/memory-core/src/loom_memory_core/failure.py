"""One installed backend that does not load, as a line for people."""

from typing import NamedTuple

from loom_memory_core.errors import LoomError
from loom_memory_core.installed import InstalledScheme
from loom_memory_core.loading import describe


class BackendFailure(NamedTuple):
    """One installed backend that cannot be used, and why."""

    scheme: str
    distribution: str
    version: str

    cause: str
    """On one line: the type and the text of what its plugin raised, or how it ended."""

    hint: str
    """What to do about it."""


def failure_of(claim: InstalledScheme, error: LoomError) -> BackendFailure:
    """The failure that ``error``, raised by loading the claim, stands for."""
    return failed(claim, describe(error.__cause__ or error), hint=error.hint)


def failed(claim: InstalledScheme, cause: str, *, hint: str) -> BackendFailure:
    """The failure of a claim, from ``cause``."""
    return BackendFailure(claim.scheme, claim.distribution, claim.version, cause, hint)
