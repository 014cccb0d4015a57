"""``--store``: the URL of the store, from the command line or the environment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

import click

if TYPE_CHECKING:
    from loom_memory_core import MemoryStore

STORE_VARIABLE: Final = "LOOM_MEMORY_URL"
"""The environment variable that is read when no ``--store`` is given."""

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def store_option(command: Decorated) -> Decorated:
    """Give a command ``--store URL``, which arrives as ``url``."""
    option = click.option(
        "--store",
        "url",
        metavar="URL",
        envvar=STORE_VARIABLE,
        show_envvar=True,
        required=True,
        help="The store, such as sqlite:///memory.db.",
    )
    return option(command)


@contextmanager
def opened_to_read(url: str) -> Iterator["MemoryStore"]:
    """The store of ``url``, for a command that only reads.

    Where the backend has an option ``read_only``, it is set, so that a mistyped name is an
    error and not a new, empty store.
    """
    from loom_memory_core import opened, resolve  # noqa: PLC0415 - not needed for the help

    options = resolve(url).options
    decided = "read_only" in options.model_fields_set
    read_only = (
        {} if decided or "read_only" not in type(options).model_fields else {"read_only": True}
    )
    with opened(url, **read_only) as store:
        yield store


@contextmanager
def opened_to_change(url: str) -> Iterator["MemoryStore"]:
    """The store of ``url``, for a command that changes what is there and needs no new store.

    It is opened to be read first, with what that refuses.
    """
    from loom_memory_core import opened  # noqa: PLC0415 - as above

    with opened_to_read(url):
        pass
    with opened(url) as store:
        yield store


def store_language(url: str) -> str:
    """The language by whose stems the store of ``url`` matches; ``none`` where that is unknown."""
    from loom_memory_core import LoomError, resolve  # noqa: PLC0415 - as above
    from loom_memory_core.language import stems  # noqa: PLC0415 - as above

    language = getattr(resolve(url).options, "language", "none")
    try:
        stems([], language)
    except (LoomError, ValueError):
        return "none"
    return str(language)
