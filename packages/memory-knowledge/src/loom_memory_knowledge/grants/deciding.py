"""What a read of an agent is recorded under, and how it is told that it may not."""

import hashlib

from loom_memory_knowledge.errors import NotGrantedError
from loom_memory_knowledge.grants.grants import Grants


def decision_name(verb: str, *asked: object) -> str:
    """A name that another question, or one to other scopes, does not have.

    Args:
        verb: What is done.
        asked: All that the answer depends on; of grants, the scopes.
    """
    parts = tuple(each.scopes if isinstance(each, Grants) else each for each in asked)
    # ascii(), because repr() shows more as it is with every new Unicode.
    return f"{verb} {hashlib.sha256(ascii(parts).encode()).hexdigest()[:16]}"


def refused(what: str, why: str) -> NotGrantedError:
    """The refusal of what was not granted."""
    return NotGrantedError(
        f"the agent was not granted {what}: {why}",
        hint="the operator decides that, in the Grants that the agent's memory is made with",
    )
