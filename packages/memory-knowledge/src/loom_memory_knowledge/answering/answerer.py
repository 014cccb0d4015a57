"""Answering: recall, the cascade, the reader; each read recorded once, and replayed exactly."""

from collections.abc import Sequence
from typing import Final

from loom_memory_core import check_query
from loom_memory_runtime import Decide
from pydantic import JsonValue

from loom_memory_knowledge.answering.cascade import Cascade, Judgement
from loom_memory_knowledge.answering.passage import Passage, passages_of
from loom_memory_knowledge.answering.reader import Reader, Reading
from loom_memory_knowledge.answering.verifier import Verdict
from loom_memory_knowledge.grants.agent_memory import AgentMemory
from loom_memory_knowledge.grants.deciding import decision_name
from loom_memory_knowledge.grants.response import AgentRecall, recorded, response_of
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.part import Part

DEFAULT_SOURCES: Final[tuple[Source, ...]] = ("facts", "notes")


class Citation(Part):
    """A passage that an answer stands on."""

    number: int
    scope: str
    document: str
    chunk: str
    text: JsonValue


class Answer(Part):
    """An answer, or why there is none."""

    question: str
    text: str | None
    """``None`` for an abstention."""

    reason: str
    """Why it was answered, or why not; for people to read."""

    citations: tuple[Citation, ...] = ()
    verifier_calls: int = 0
    value: float | None = None
    """What the threshold looked at, where there is one."""

    reader: str
    verifier: str | None = None

    @property
    def abstained(self) -> bool:
        """Whether there is no answer."""
        return self.text is None


class Answerer:
    """Answers questions from a memory.

    Args:
        memory: A ``Knowledge``, or the ``AgentMemory`` of an agent, which reads what it was
            granted.
        reader: Makes the answer of what is recalled.
        decide: Records each read; ``run.decide`` of an execution.
        cascade: Says when to abstain; without one, whatever is recalled is read.

    Raises:
        TypeError: ``decide`` cannot be called.
        InvalidOptionsError: The cascade's threshold was not calibrated on such a store.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> from loom_memory_knowledge import SentenceReader
        >>> knowledge = Knowledge(InMemoryStore(), "user/ada")
        >>> fact = knowledge.remember("Bob is on call on Fridays.", about="person:Bob")
        >>> at_once = lambda name, thunk: thunk()
        >>> answer = Answerer(knowledge, SentenceReader(), decide=at_once).answer("Who is on call?")
        >>> answer.text, [each.chunk == fact.id for each in answer.citations]
        ('Bob is on call on Fridays.', [True])
    """

    def __init__(
        self,
        memory: Knowledge | AgentMemory,
        reader: Reader,
        *,
        decide: Decide,
        cascade: Cascade | None = None,
    ) -> None:
        if not callable(decide):
            raise TypeError(f"decide is {decide!r}; pass the decide of an execution")
        if cascade is not None:
            cascade.threshold.check(memory.embedding)
        self._memory = memory
        self._reader = reader
        self._decide = decide
        self._cascade = cascade

    def answer(
        self, question: str, *, limit: int = 8, sources: Sequence[Source] = DEFAULT_SOURCES
    ) -> Answer:
        """The answer to a question, with citations; or an abstention with its reason.

        Args:
            question: In plain words.
            limit: How many hits are recalled at most.
            sources: Where to look.

        Raises:
            NotGrantedError: An agent may not read one of the sources.
            ReplayDivergedError: The execution did something else at this place.
        """
        asked = check_query(question)
        recall = self._recall(asked, limit, sources)
        passages = passages_of(recall)
        judged = self._judge(asked, recall, passages)
        if not judged.answer:
            return self._result(recall.query, Reading(text=None), judged, passages=passages)
        reading = self._read(asked, passages)
        if reading.text is None:
            why = reading.reason or "the passages hold no answer"
            judged = judged.model_copy(update={"reason": f"{self._reader.name}: {why}"})
        return self._result(recall.query, reading, judged, passages=passages)

    def _recall(self, question: str, limit: int, sources: Sequence[Source]) -> AgentRecall:
        """An agent's memory records its recall itself."""
        memory = self._memory
        if isinstance(memory, AgentMemory):
            return memory.search(question, sources=sources, limit=limit)
        name = decision_name("knowledge.recall", question, limit, tuple(sources), memory.scope)
        return response_of(
            self._decide(
                name,
                lambda: recorded(memory.recall(question, limit=limit, sources=sources)),
            )
        )

    def _judge(self, question: str, recall: AgentRecall, passages: Sequence[Passage]) -> Judgement:
        if self._cascade is None:
            found = bool(passages)
            reason = "answered from what was recalled" if found else "nothing matched"
            return Judgement(answer=found, reason=reason, value=recall.gate or 0.0)
        name = decision_name("knowledge.verify", question, self._cascade.verifier.name)
        return self._cascade.judge(
            question,
            recall,
            passages,
            ask=lambda call: Verdict.model_validate(self._decide(name, lambda: call().to_meta())),
        )

    def _read(self, question: str, passages: Sequence[Passage]) -> Reading:
        name = decision_name("knowledge.read", question, self._reader.name)
        reading = self._decide(name, lambda: self._reader.read(question, passages).to_meta())
        return Reading.model_validate(reading)

    def _result(
        self, question: str, reading: Reading, judged: Judgement, *, passages: Sequence[Passage]
    ) -> Answer:
        cited = [each for each in passages if each.number in reading.cited]
        return Answer(
            question=question,
            text=reading.text,
            reason=judged.reason,
            citations=tuple(
                Citation(
                    number=each.number,
                    scope=each.scope,
                    document=each.document,
                    chunk=each.chunk,
                    text=each.text,
                )
                for each in cited
            ),
            verifier_calls=judged.verifier_calls,
            value=judged.value,
            reader=self._reader.name,
            verifier=None if self._cascade is None else self._cascade.verifier.name,
        )
