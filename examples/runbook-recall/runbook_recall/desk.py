"""The desk: recalls, answers, and gives the same answer again when the execution is replayed."""

from typing import NamedTuple

from loom_memory_runtime import TieredMemory

from runbook_recall.reader import Answer, Reader


class Outcome(NamedTuple):
    """An answer, and whether it was read from the log instead of made anew."""

    answer: Answer
    replayed: bool


class RunbookDesk:
    """Answers questions of one team.

    Args:
        memory: Where the runbooks and the decisions lie.
        reader: Who makes an answer of what is recalled.
        scope: Whose runbooks they are.
    """

    def __init__(self, memory: TieredMemory, reader: Reader, *, scope: str) -> None:
        self._memory = memory
        self._reader = reader
        self._scope = scope

    def ask(self, execution: str, question: str) -> Outcome:
        """Answer ``question``; the same execution always gets the same answer.

        What was recalled is a decision and so is the answer: both are in the log before they
        are used. So a replay needs neither the runbooks nor the model, and a run that died
        between the two goes on with what it had recalled.

        Args:
            execution: Names the run, such as the number of the incident.
            question: What the engineer wants to know.

        Raises:
            ReplayDivergedError: The execution was recorded with another question.
        """
        with self._memory.execution(execution) as run:
            hits = run.recall_relevant("semantic", self._scope, question, limit=4)
            recorded = run.decide(
                "answer", lambda: self._reader.answer(question, hits).model_dump(mode="json")
            )
            return Outcome(Answer.model_validate(recorded), run.replaying)
