"""Stores that are wrong on purpose: what a kit must catch, and the cases of this one that do.

    >>> from loom_conformance.saboteurs import saboteurs
    >>> for saboteur in saboteurs()[:1]:
    ...     print(saboteur.__doc__)
    Turns what was appended into a row only when it is read.

Each is a subclass of ``HonestStore`` or ``DurableStore``, both of which keep every promise.
``caught_by`` names the cases that must catch it, ``claim`` is what it says about itself, and
``factory`` gives what opens it. ``KeepsDeadRows`` is the one that no kit can catch.
"""

from loom_conformance.saboteurs.blindness import KeepsDeadRows
from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import HonestStore
from loom_conformance.saboteurs.roster import saboteurs

__all__ = ["DurableStore", "HonestStore", "KeepsDeadRows", "saboteurs"]
