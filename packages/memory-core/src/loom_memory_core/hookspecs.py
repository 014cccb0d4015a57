"""The one hook of a memory plugin, and the markers that specify and implement it."""

from typing import Any, Final

import pluggy

from loom_memory_core.backend import Backend

PROJECT: Final = "loom"
"""The name under which pluggy knows the specifications and their implementations."""

hookspec: Final = pluggy.HookspecMarker(PROJECT)
"""Marks a specification; for packages of Loom that add hooks of their own."""

hookimpl: Final = pluggy.HookimplMarker(PROJECT)
"""Marks an implementation, in a plugin module."""


@hookspec
def loom_memory_backend() -> Backend[Any]:  # type: ignore[empty-body]
    """Say what the plugin's backend is, as one ``Backend`` value.

    Called on the module that an entry point of the group ``loom.memory`` names, each
    time a store of its scheme is opened, and once by ``discover``; no other plugin is
    imported for it. It takes no argument and does no work: no file, no connection, and
    no library that only an open store needs. Whatever it raises, ``None`` or another
    type instead of a ``Backend`` marks the plugin as broken and hurts no other one.

    In ``pyproject.toml``, the entry's name being the scheme of the URLs::

        [project.entry-points."loom.memory"]
        acme = "acme_loom.plugin"

    In ``acme_loom/plugin.py``::

        from loom_memory_core import Backend
        from loom_memory_core.hookspecs import hookimpl

        @hookimpl
        def loom_memory_backend() -> Backend[AcmeOptions]:
            return Backend(name="acme", options=AcmeOptions, ...)
    """
