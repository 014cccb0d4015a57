"""The installed backends, as ``loom plugin list`` tells of them."""

from typing import TYPE_CHECKING

from loom_memory_core import discover, installed_schemes

from loom_memory_cli.reports import BackendReport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loom_memory_core import Discovery, InstalledScheme


def advertised() -> list[BackendReport]:
    """What the metadata says; no plugin is imported."""
    installed = installed_schemes()
    return [_line(each, error=_rivals(each, installed)) for each in installed]


def loaded() -> list[BackendReport]:
    """What the backends say of themselves, each loaded in a process of its own first."""
    found = discover(isolated=True)
    return [_loaded(each, found) for each in found.installed]


def _line(each: "InstalledScheme", **more: object) -> BackendReport:
    return BackendReport(
        scheme=each.scheme,
        distribution=each.distribution,
        version=each.version,
        enabled=each.enabled,
        **more,  # type: ignore[arg-type]  # pydantic checks them
    )


def _rivals(one: "InstalledScheme", installed: "Sequence[InstalledScheme]") -> str | None:
    rivals = [
        each.distribution
        for each in installed
        if each is not one and each.scheme == one.scheme and each.enabled and one.enabled
    ]
    return f"the scheme is claimed by {', '.join(rivals)} as well" if rivals else None


def _loaded(each: "InstalledScheme", found: "Discovery") -> BackendReport:
    for failure in found.failures:
        if (failure.scheme, failure.distribution) == (each.scheme, each.distribution):
            return _line(each, error=failure.cause, hint=failure.hint)
    backend = found.backends.get(each.scheme)
    if backend is None or not each.enabled:
        return _line(each)
    return _line(
        each,
        contract=backend.contract,
        matching=backend.matching,
        verbs=list(backend.verbs),
        summary=backend.summary,
    )
