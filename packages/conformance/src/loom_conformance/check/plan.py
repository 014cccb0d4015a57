"""All that the parts of one check share: what was asked, what is ready, and where to work."""

from dataclasses import dataclass
from pathlib import Path

from loom_conformance.check.environment import Environment
from loom_conformance.check.packaging_checks import Package
from loom_conformance.check.prepared import Prepared
from loom_conformance.check.request import Request, Watcher


@dataclass(frozen=True)
class Plan:
    """One check on its way.

    Attributes:
        request: What was asked.
        prepared: The target.
        environment: Where it is installed.
        cases: Ids of the cases to run; all of them if empty.
        work: The folder that is gone afterwards.
        watcher: Who is told how far it is.
    """

    request: Request
    prepared: Prepared
    environment: Environment
    cases: tuple[str, ...]
    work: Path
    watcher: Watcher

    @property
    def package(self) -> Package:
        """What is installed."""
        return self.prepared.package
