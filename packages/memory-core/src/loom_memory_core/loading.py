"""Importing one plugin, and only that one, and taking its backend from it."""

from typing import Any, Final, NamedTuple

from loom_memory_core.backend import Backend
from loom_memory_core.errors import (
    BackendLoadError,
    ContractMismatchError,
    LoomError,
)
from loom_memory_core.installed import InstalledScheme, installed_schemes
from loom_memory_core.missing_module import remedy
from loom_memory_core.shown import shown
from loom_memory_core.unknown_scheme import unknown_scheme
from loom_memory_core.version import CONTRACT_VERSION


class _Loaded(NamedTuple):
    """A plugin that was asked once: its answer holds as long as its module does."""

    module: object
    backend: Backend[Any]


_known: Final[dict[InstalledScheme, _Loaded]] = {}


def load_backend(scheme: str) -> Backend[Any]:
    """The backend that serves ``scheme``; no other plugin is imported.

    Raises:
        BackendNotFoundError: None is installed, or ``LOOM_PLUGINS`` shuts it out.
        BackendLoadError: Its plugin is broken, or two distributions claim the scheme.
        ContractMismatchError: It was built for another major version of the contract.
    """
    installed = installed_schemes()
    claims = [each for each in installed if each.scheme == scheme and each.enabled]
    if not claims:
        raise unknown_scheme(scheme, installed)
    if len(claims) > 1:
        raise clash(claims)
    return load_claimed(claims[0])


def clash(claims: list[InstalledScheme]) -> BackendLoadError:
    """What to raise when a scheme is claimed more than once."""
    claimants = " and ".join(f"{_origin(each)} with {each.value}" for each in claims)
    return BackendLoadError(
        f"the scheme {claims[0].scheme!r} is claimed by {claimants}",
        hint=f"uninstall all but one: pip uninstall {claims[-1].distribution}",
    )


def load_claimed(claim: InstalledScheme) -> Backend[Any]:
    """The backend behind one installed scheme, imported and checked.

    Raises:
        BackendLoadError: Its plugin raises, exits, or does not give one ``Backend``.
        ContractMismatchError: It was built for another major version of the contract.
    """
    try:
        module = claim.load()
        known = _known.get(claim)
        if known is not None and known.module is module:
            return known.backend
        backend = _checked(claim, _ask(claim, module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's module may do anything, sys.exit included
        raise BackendLoadError(
            f"the backend for {claim.scheme!r}, from {_origin(claim)}, failed to load: "
            + describe(error),
            hint=_advice(claim, error),
        ) from error
    _refuse_other_contract(claim, backend)
    _known[claim] = _Loaded(module, backend)
    return backend


def _ask(claim: InstalledScheme, module: object) -> object:
    from pluggy import PluginManager  # noqa: PLC0415 - 3 ms that only loading needs

    from loom_memory_core import hookspecs  # noqa: PLC0415 - for the same reason

    manager = PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(module, name=claim.scheme)
    manager.check_pending()
    return next(iter(manager.hook.loom_memory_backend()), None)


def _checked(claim: InstalledScheme, backend: object) -> Backend[Any]:
    if backend is None:
        raise TypeError(
            f"{claim.value} gives no Backend; it needs a function loom_memory_backend that is "
            "marked with @hookimpl and returns one"
        )
    if not isinstance(backend, Backend):
        raise TypeError(f"loom_memory_backend gave {shown(backend)}, which is not a Backend")
    if backend.name != claim.scheme and backend.name not in _names(claim):
        raise ValueError(
            f"the entry point names {claim.scheme!r} and its Backend {backend.name!r}; "
            "name them alike"
        )
    return backend


def _names(claim: InstalledScheme) -> set[str]:
    """Every scheme that the claim's distribution gives to its plugin module."""
    return {
        each.scheme
        for each in installed_schemes()
        if (each.distribution, each.value) == (claim.distribution, claim.value)
    }


def _refuse_other_contract(claim: InstalledScheme, backend: Backend[Any]) -> None:
    if backend.contract.split(".")[0] != CONTRACT_VERSION.split(".")[0]:
        raise ContractMismatchError(
            f"the backend for {claim.scheme!r}, from {_origin(claim)}, was built for "
            f"contract {backend.contract}; this is contract {CONTRACT_VERSION}",
            hint=f"pip install --upgrade {claim.distribution} loom-memory-core, so that both agree",
        )


def _advice(claim: InstalledScheme, error: BaseException) -> str:
    all_cures = f"{cures(claim)}; `loom plugin list` tells of all"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"{remedy(error.name, claim.distribution)}; or {all_cures}"
    return all_cures


def cures(claim: InstalledScheme) -> str:
    """The commands that repair or remove what is broken."""
    return f"pip install --upgrade {claim.distribution}, or pip uninstall {claim.distribution}"


def _origin(claim: InstalledScheme) -> str:
    return f"{claim.distribution} {claim.version}"


def describe(error: BaseException) -> str:
    """The type and text of ``error``, on one line of up to 500 characters."""
    text = error.message if isinstance(error, LoomError) else str(error)
    line = " ".join(text.split())
    return f"{type(error).__name__}: {line}"[:500] if line else type(error).__name__
