"""Asking a store what it can do: presence is the feature flag."""

from typing import Final, Literal, TypeGuard, overload

from loom_memory_core import protocols
from loom_memory_core.errors import SearchUnsupportedError, VerbUnsupportedError
from loom_memory_core.nearest import nearest
from loom_memory_core.protocols import (
    ClosableStore,
    GettableStore,
    InspectableStore,
    ListableStore,
    RemovableStore,
    ReplaceableStore,
    SalvageableStore,
    SearchableStore,
)

REQUIRED_VERBS: Final = ("append", "read", "clear")
"""What every store has."""

OPTIONAL_VERBS: Final = ("replace", "search", "remove", "get", "keys", "inspect", "close")
"""What a store may have, in the order that levels of conformance are named."""


@overload
def supports(store: object, verb: Literal["replace"]) -> TypeGuard[ReplaceableStore]: ...
@overload
def supports(store: object, verb: Literal["search"]) -> TypeGuard[SearchableStore]: ...
@overload
def supports(store: object, verb: Literal["remove"]) -> TypeGuard[RemovableStore]: ...
@overload
def supports(store: object, verb: Literal["get"]) -> TypeGuard[GettableStore]: ...
@overload
def supports(store: object, verb: Literal["keys"]) -> TypeGuard[ListableStore]: ...
@overload
def supports(store: object, verb: Literal["inspect"]) -> TypeGuard[InspectableStore]: ...
@overload
def supports(store: object, verb: Literal["close"]) -> TypeGuard[ClosableStore]: ...
@overload
def supports(store: object, verb: Literal["salvage"]) -> TypeGuard[SalvageableStore]: ...
@overload
def supports(store: object, verb: str) -> bool: ...
def supports(store: object, verb: str) -> bool:
    """Whether ``store`` has ``verb``.

    A stub inherited from a protocol of this package is not a verb.

    Args:
        store: The store to ask.
        verb: The name of a verb, such as ``"search"``.

    Returns:
        Whether it can be called. For a verb that is written out, a type checker
        knows the narrower protocol from then on.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> supports(InMemoryStore(), "search")
        True
    """
    method = getattr(store, verb, None)
    return callable(method) and getattr(method, "__module__", None) != protocols.__name__


@overload
def require(store: object, verb: Literal["replace"]) -> ReplaceableStore: ...
@overload
def require(store: object, verb: Literal["search"]) -> SearchableStore: ...
@overload
def require(store: object, verb: Literal["remove"]) -> RemovableStore: ...
@overload
def require(store: object, verb: Literal["get"]) -> GettableStore: ...
@overload
def require(store: object, verb: Literal["keys"]) -> ListableStore: ...
@overload
def require(store: object, verb: Literal["inspect"]) -> InspectableStore: ...
@overload
def require(store: object, verb: Literal["close"]) -> ClosableStore: ...
@overload
def require(store: object, verb: Literal["salvage"]) -> SalvageableStore: ...
@overload
def require(store: object, verb: str) -> object: ...
def require(store: object, verb: str) -> object:
    """``store`` itself, of the narrower type, if it has ``verb``.

    Args:
        store: The store to ask.
        verb: The name of a verb, such as ``"search"``.

    Returns:
        The same object. For a verb that is written out, a type checker knows the
        narrower protocol.

    Raises:
        SearchUnsupportedError: It has no ``search``.
        VerbUnsupportedError: It has not that other verb.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> require(InMemoryStore(), "search").search("user/ada", "tea")
        []
        >>> require(object(), "search")
        Traceback (most recent call last):
            ...
        loom_memory_core.errors.SearchUnsupportedError: object has no verb 'search'
          hint: open a store whose backend lists 'search' in `loom plugin list` [search-unsupported]
    """
    if supports(store, verb):
        return store
    error = SearchUnsupportedError if verb == "search" else VerbUnsupportedError
    raise error(f"{type(store).__name__} has no verb {verb!r}", hint=_advice(verb))


def _advice(verb: str) -> str:
    guess = nearest(verb, [*REQUIRED_VERBS, *OPTIONAL_VERBS])
    if guess is not None and guess != verb:
        return f"did you mean {guess!r}?"
    if verb not in OPTIONAL_VERBS:
        return f"{verb!r} is not a verb of the contract; only some stores have it"
    return f"open a store whose backend lists {verb!r} in `loom plugin list`"
