"""Where what an agent remembers goes: asked once, before anything is written."""

from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.placement import Declared, Placement, place
from loom_memory_knowledge.subjects.registry import Subjects


def placed(
    about: str | None,
    declared: Declared | None,
    *,
    own: Scope,
    shared: Scope | None,
    subjects: Subjects | None,
) -> Placement:
    """The scope of a subject, or of a note; a subject that waits to be shared is proposed.

    Args:
        about: The subject; ``None`` for a note.
        declared: What the agent says of it.
        own: The agent's scope.
        shared: The shared scope that it was granted, if any.
        subjects: The registry of that one.
    """
    if about is None:
        return Placement(own, "a note is the agent's own", propose=False)
    if shared is None or subjects is None:
        return place(declared, caller=own, shared=None, standing="unknown")
    wanted = subjects.parse(about)
    papers = subjects.papers(wanted)
    placement = place(
        declared,
        caller=own,
        shared=shared,
        standing=papers.standing,
        same_type=papers.filing is None or papers.filing.type == wanted.type,
    )
    if placement.propose:
        subjects.propose(wanted, evidence=f"a fact of {own} is about it", by=str(own))
    return placement
