"""Opening a store by its URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pydantic import BaseModel

from loom_memory_core.backend import Backend
from loom_memory_core.capability import REQUIRED_VERBS, supports
from loom_memory_core.errors import BackendLoadError, LoomError
from loom_memory_core.loading import describe, load_backend
from loom_memory_core.options import build_options
from loom_memory_core.protocols import MemoryStore
from loom_memory_core.url import StoreUrl


class ResolvedStore(NamedTuple):
    """What a URL and options name, before anything is opened."""

    backend: Backend[Any]
    options: BaseModel
    """An instance of the backend's options model."""


def resolve(url: str, **options: object) -> ResolvedStore:
    """What ``open_store`` would open: the backend and the checked options.

    It imports the backend's plugin, and opens nothing.

    Args:
        url: As for ``open_store``.
        **options: As for ``open_store``.

    Returns:
        The backend, and an instance of its options model with the URL in it.

    Raises:
        TypeError: ``url`` is not text.
        InvalidOptionsError: The URL is malformed, or an option is unknown or cannot
            have its value.
        BackendNotFoundError: No installed backend serves the scheme.
        BackendLoadError: The backend is broken, or a library it needs is missing.
        ContractMismatchError: It was built for another major version of the contract.

    Examples:
        >>> backend, options = resolve("memory://")
        >>> backend.matching, options.url.scheme
        ('terms', 'memory')
    """
    parsed = StoreUrl.parse(url)
    backend = load_backend(parsed.scheme)
    return ResolvedStore(backend, build_options(backend, parsed, options))


def open_store(url: str, **options: object) -> MemoryStore:
    """The store that ``url`` names.

    Args:
        url: Such as ``sqlite:///relative.db``, ``sqlite:////abs/path.db`` or
            ``memory://``; parameters, as in ``?read_only=true``, are options, too.
        **options: Of the backend, each of its own type. An option stands in the URL or
            here, not in both.

    Returns:
        The open store. ``supports`` tells which optional verbs it has.

    Raises:
        TypeError: ``url`` is not text.
        InvalidOptionsError: The URL is malformed, or an option is unknown or cannot
            have its value; also a ``ValueError`` and a ``TypeError``.
        BackendNotFoundError: No installed backend serves the scheme.
        BackendLoadError: The backend, or a library it needs, is broken or missing.
        ContractMismatchError: It was built for another major version of the contract.

    Examples:
        >>> store = open_store("memory://")
        >>> store.read("user/ada")
        []
    """
    backend, checked = resolve(url, **options)
    try:
        store = backend.open(checked)
    except ImportError as error:
        if isinstance(error, LoomError):
            raise
        raise BackendLoadError(
            f"the backend {backend.name!r} could not open a store: {describe(error)}",
            hint=f"install what brings the module {error.name}" if error.name else "reinstall it",
        ) from error
    _refuse_no_store(backend, store)
    return store


def _refuse_no_store(backend: Backend[Any], store: object) -> None:
    missing = [verb for verb in REQUIRED_VERBS if not supports(store, verb)]
    if missing:
        raise BackendLoadError(
            f"the backend {backend.name!r} opened a {type(store).__name__}, which has no "
            + " and no ".join(missing),
            hint=f"every store has {', '.join(REQUIRED_VERBS)}; tell the backend's authors",
        )


@contextmanager
def opened(url: str, **options: object) -> Iterator[MemoryStore]:
    """The store that ``url`` names, closed at the end of the block.

    Args:
        url: As for ``open_store``.
        **options: As for ``open_store``.

    Yields:
        The open store. One without the verb ``close`` is left as it is.

    Raises:
        TypeError: ``url`` is not text.
        LoomError: As ``open_store``.

    Examples:
        >>> with opened("memory://") as store:
        ...     store.clear("user/ada")
    """
    store = open_store(url, **options)
    try:
        yield store
    finally:
        if supports(store, "close"):
            store.close()
