"""What is to be checked, and how."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from loom_conformance.promise import Tier


@dataclass(frozen=True)
class Request:
    """What the user asked for.

    Attributes:
        target: An installed scheme or distribution, a project's folder, a wheel or an sdist.
        urls: Live, empty stores: one for each backend that has no scratch.
        find_links: Folders or pages with wheels, asked before the index.
        tier: How long the kit may take.
        cases: Ids of cases, or patterns such as ``search.*``; all of them if empty.
        waivers: A file of waivers; unless given, the one beside the target's tests.
        publish: Whether to look for what an index would refuse.
        offline: Ask no index.
        patience: Seconds that one case may take; by tier unless given.
    """

    target: str
    urls: tuple[str, ...] = ()
    find_links: tuple[str, ...] = ()
    tier: Tier = "quick"
    cases: tuple[str, ...] = ()
    waivers: Path | None = None
    publish: bool = False
    offline: bool = False
    patience: float | None = None


class Watcher(Protocol):
    """Who is told how far the check is."""

    def say(self, text: str) -> None:
        """What is being done now."""

    def step(self, done: int, total: int) -> None:
        """How many cases of the kit are done."""
