"""What an agent's recall answers with, in the form that is recorded."""

from pydantic import JsonValue

from loom_memory_knowledge.grants.source_turns import SourceTurns
from loom_memory_knowledge.recall.result import Recall


class TracedRecall(Recall):
    """A recall with the turns beside its hits."""

    source_turns: SourceTurns


AgentRecall = Recall | TracedRecall
"""With the trace grant the second, without it the first: nothing in it says there were turns."""


def recorded(response: AgentRecall) -> JsonValue:
    """A response as JSON."""
    value: JsonValue = response.model_dump(mode="json", exclude_none=True)
    return value


def response_of(value: JsonValue) -> AgentRecall:
    """The response of what ``recorded`` gave.

    Raises:
        ValueError: It is something else.
    """
    traced = isinstance(value, dict) and "source_turns" in value
    return TracedRecall.model_validate(value) if traced else Recall.model_validate(value)
