"""In whose scope a subject belongs: one decision, made once before anything is written."""

from typing import Literal, NamedTuple

from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.filing import Standing

Declared = Literal["private", "shared"]


class Placement(NamedTuple):
    """Where a subject goes, with its document, its facts, its edges and its units."""

    scope: Scope
    reason: str
    """Why there; for people to read."""

    propose: bool
    """Whether the subject is to be proposed to the shared scope."""


def place(
    declared: Declared | None,
    *,
    caller: Scope,
    shared: Scope | None,
    standing: Standing,
    same_type: bool = True,
) -> Placement:
    """Where a subject belongs; on any doubt, with the caller.

    Args:
        declared: What the caller says of it, if anything.
        caller: The caller's own scope.
        shared: The shared scope that the caller was granted, if any.
        standing: How the subject stands in the shared scope.
        same_type: Whether the shared scope has it under the same type.

    Examples:
        >>> ada, acme = Scope("user", "ada"), Scope("tenant", "acme")
        >>> def show(declared, shared, standing, **more):
        ...     found = place(declared, caller=ada, shared=shared, standing=standing, **more)
        ...     print(found.scope, found.propose, found.reason, sep="; ")
        >>> show(None, acme, "filed")
        tenant/acme; False; tenant/acme has it on file
        >>> show("private", acme, "filed")
        user/ada; False; it was declared private
        >>> show(None, acme, "filed", same_type=False)
        user/ada; False; tenant/acme has it on file under another type
        >>> show("shared", acme, "unknown")
        user/ada; True; it is not on file in tenant/acme, and is proposed there
        >>> show(None, acme, "unknown")
        user/ada; False; it is not on file in tenant/acme, and was not declared shared
        >>> show("shared", acme, "proposed")
        user/ada; True; it waits for a curator of tenant/acme
        >>> show("shared", acme, "rejected")
        user/ada; False; a curator of tenant/acme rejected it
        >>> show("shared", None, "unknown")
        user/ada; False; no shared scope was granted
    """
    if declared == "private":
        return Placement(caller, "it was declared private", propose=False)
    if shared is None:
        return Placement(caller, "no shared scope was granted", propose=False)
    if standing == "filed" and same_type:
        return Placement(shared, f"{shared} has it on file", propose=False)
    reasons = {
        "filed": f"{shared} has it on file under another type",
        "rejected": f"a curator of {shared} rejected it",
        "proposed": f"it waits for a curator of {shared}",
    }
    if standing != "unknown":
        waiting = standing == "proposed" and declared == "shared"
        return Placement(caller, reasons[standing], propose=waiting)
    if declared == "shared":
        reason = f"it is not on file in {shared}, and is proposed there"
        return Placement(caller, reason, propose=True)
    reason = f"it is not on file in {shared}, and was not declared shared"
    return Placement(caller, reason, propose=False)
