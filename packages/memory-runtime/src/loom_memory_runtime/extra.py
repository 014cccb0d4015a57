"""Saying which extra brings a library that is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(library: str, *, extra: str) -> Iterator[None]:
    """Turn a failed import into an error that names the command which mends it.

    Args:
        library: The top-level name that is imported inside the block.
        extra: The extra of this distribution that brings it.

    Raises:
        ImportError: The library is not installed. Another missing module is left as it is.

    Examples:
        >>> with needs("no_such_library", extra="openai"):
        ...     import no_such_library
        Traceback (most recent call last):
            ...
        ImportError: no_such_library is not installed; pip install 'loom-memory-runtime[openai]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        raise ImportError(
            f"{library} is not installed; pip install 'loom-memory-runtime[{extra}]'",
            name=library,
        ) from error
