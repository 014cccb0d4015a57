"""A store as a report names it: its place and its options, without what is secret."""

from loom_memory_core import StoreUrl, resolve
from pydantic import JsonValue

FOLDER = "{folder}"
"""Stands in a store's URL for a temporary folder."""


def shown_store(url: str) -> dict[str, JsonValue]:
    """Where a store is and what was chosen for it.

    Args:
        url: A store's URL, in which ``{folder}`` may stand.

    Raises:
        LoomError: The URL names no store.

    Example:
        >>> shown_store("memory://")
        {'store': 'memory://'}
    """
    place = StoreUrl.parse(url.partition("?")[0].replace(FOLDER, "folder")).redacted()
    options = resolve(url.replace(FOLDER, "folder")).options
    chosen = options.model_dump(mode="json", exclude_unset=True, exclude={"url"})
    return {"store": place, **{name: value for name, value in chosen.items() if value != {}}}
