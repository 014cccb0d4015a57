"""``package.module:attribute``: an embedder of anybody's own."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from operator import attrgetter
from typing import Final, TypeVar

from loom_memory_core import BackendLoadError, InvalidOptionsError, LoomError

from loom_memory_vector.embedder import Embedder
from loom_memory_vector.fingerprint import Fingerprint

PLACE: Final = re.compile(r"(?P<module>\w+(\.\w+)*):(?P<attribute>\w+(\.\w+)*)")
"""A module, and an attribute of it."""

Answer = TypeVar("Answer")


def embedder_at(place: str) -> Embedder:
    """The embedder that a module holds, or that a class or a function in it makes.

    Nothing is embedded, so that a store can be opened while the model's service is down.

    Args:
        place: ``package.module:attribute``. A class or a function is called without arguments.

    Raises:
        InvalidOptionsError: There is no such attribute, or it is no embedder.
        BackendLoadError: The module, or what was called in it, failed.
    """
    module, _, attribute = place.partition(":")
    loaded = _guarded(lambda: import_module(module), place, doing=f"importing {module}")
    try:
        found = attrgetter(attribute)(loaded)
    except AttributeError as error:
        raise InvalidOptionsError(
            f"embedder={place}: {module} has no {attribute}",
            hint="name a class, a function without arguments, or an embedder in that module",
        ) from error
    if not hasattr(found, "embed_documents") or isinstance(found, type):
        found = _made(found, place)
    _refuse(_faults(found, place), place)
    embedder: Embedder = found
    _refuse(_disagreement(embedder), place)
    return embedder


def _made(maker: object, place: str) -> object:
    if not callable(maker):
        raise InvalidOptionsError(
            f"embedder={place} is a {type(maker).__name__}, and no embedder",
            hint="name a class, a function without arguments, or an embedder in that module",
        )
    return _guarded(maker, place, doing="calling it without arguments")


def _guarded(action: Callable[[], Answer], place: str, *, doing: str) -> Answer:
    try:
        return action()
    except (KeyboardInterrupt, LoomError):
        raise
    except BaseException as error:  # a stranger's module may even call sys.exit
        raise BackendLoadError(
            f"embedder={place}: {doing} failed with {type(error).__name__}: {error}",
            hint="repair it, or correct its name; it must be importable where this program runs",
        ) from error


def _refuse(faults: Iterator[str], place: str) -> None:
    if words := "; ".join(faults):
        raise InvalidOptionsError(
            f"embedder={place} is no embedder: {words}",
            hint="give it what the protocol loom_memory_vector.Embedder has",
        )


def _faults(found: object, place: str) -> Iterator[str]:
    for name in ("embed_documents", "embed_query"):
        if not callable(getattr(found, name, None)):
            yield f"it has no method {name}"
    for name, kind in (("fingerprint", Fingerprint), ("model", str), ("dimension", int)):
        value = _guarded(lambda: getattr(found, name, None), place, doing=f"asking for {name}")  # noqa: B023
        if not isinstance(value, kind):
            yield f"its {name} is a {type(value).__name__}, not a {kind.__name__}"


def _disagreement(found: Embedder) -> Iterator[str]:
    if found.dimension != found.fingerprint.dimension:
        yield f"its dimension is {found.dimension}, and its fingerprint's another"
