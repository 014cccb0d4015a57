"""Every installed backend, and every one that does not load, as a line."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from loom_memory_core.backend import Backend
from loom_memory_core.errors import LoomError
from loom_memory_core.failure import BackendFailure, failure_of
from loom_memory_core.installed import InstalledScheme, installed_schemes
from loom_memory_core.loading import clash, load_claimed


@dataclass(frozen=True)
class Discovery:
    """What is installed, what of it works, and what does not."""

    backends: Mapping[str, Backend[Any]]
    """The backends that load, by scheme, in order."""

    failures: tuple[BackendFailure, ...]
    """The others, one for each distribution and scheme."""

    installed: tuple[InstalledScheme, ...] = ()
    """Every installed scheme with its distribution and version, as the metadata says;
    those that ``LOOM_PLUGINS`` shuts out are in neither of the two above."""


def discover(*, isolated: bool = False) -> Discovery:
    """Load every installed backend; one that fails hurts no other.

    Nothing that a plugin prints reaches the standard output.

    Args:
        isolated: Load each in a child process first, with 5 seconds, and here only
            when that went well; so one that hangs or crashes is a failure as well.

    Returns:
        The backends that load, the failures of the others, and all that is installed.

    Examples:
        >>> discover().backends["memory"].matching
        'terms'
    """
    installed = installed_schemes()
    claims, failures = _single_claims([each for each in installed if each.enabled])
    if isolated:
        broken = _failures_in_children(claims)
        claims = [each for each in claims if each.scheme not in broken]
        failures.extend(broken.values())
    backends: dict[str, Backend[Any]] = {}
    with redirect_stdout(sys.stderr):
        for claim in claims:
            try:
                backends[claim.scheme] = load_claimed(claim)
            except LoomError as error:
                failures.append(failure_of(claim, error))
    return Discovery(backends, tuple(sorted(failures)), installed)


def _single_claims(
    installed: Sequence[InstalledScheme],
) -> tuple[list[InstalledScheme], list[BackendFailure]]:
    """The schemes that one distribution claims, and failures for the others."""
    single: list[InstalledScheme] = []
    failures: list[BackendFailure] = []
    for _, group in groupby(installed, key=lambda each: each.scheme):
        claims = list(group)
        if len(claims) == 1:
            single.append(claims[0])
        else:
            failures.extend(failure_of(each, clash(claims)) for each in claims)
    return single, failures


def _failures_in_children(claims: Sequence[InstalledScheme]) -> dict[str, BackendFailure]:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - only for isolation

    from loom_memory_core.isolation import failure_in_child  # noqa: PLC0415 - for the same reason

    with ThreadPoolExecutor(max_workers=2) as pool:
        return {each.scheme: each for each in pool.map(failure_in_child, claims) if each}
