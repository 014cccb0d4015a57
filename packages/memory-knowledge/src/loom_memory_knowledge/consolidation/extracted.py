"""What an extractor draws from turns, and how its reply is read."""

import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from loom_memory_core import LoomError
from pydantic import ConfigDict, Field, ValidationError

from loom_memory_knowledge.chunk import FactClass
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.writing.turn import Turn

PREFIX_CHARACTERS: Final = 200
"""So much of a reply that nobody can read is kept, for whoever has to find out why."""

MAX_FACTS: Final = 20_000
"""Facts of one addition, two for each turn that it may have; what comes after them is refused."""

MAX_FACT_CHARACTERS: Final = 2_000
"""A fact is a sentence or two; a longer one is a transcript."""

_FENCED: Final = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)


class UnreadableReplyError(LoomError, ValueError):
    """What an extractor gave is no list of facts; ``reply`` is how it begins."""

    code = "unreadable-reply"

    def __init__(self, reply: object, why: str) -> None:
        shown = reply if isinstance(reply, str) else repr(reply)
        self.reply = shown[:PREFIX_CHARACTERS].encode(errors="replace").decode()
        super().__init__(
            f"the reply is no list of facts, for {why}: it begins {self.reply[:60]!r}",
            hint="a reply is a JSON list of objects with text and class; [] says there are none",
        )


class Extracted(Part):
    """One fact, as an extractor gives it.

    Examples:
        >>> Extracted.model_validate({"text": "Ada likes tea.", "class": "preference"}).fact_class
        'preference'
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    text: str = Field(min_length=1, max_length=MAX_FACT_CHARACTERS, pattern=r"\S")
    """A sentence that stands by itself."""

    fact_class: FactClass = Field(alias="class")
    subject: str | None = None
    """Whom or what it is about; without one it becomes a note."""

    type: str | None = None
    """The subject's type."""

    about: tuple[str, ...] = ()
    """Other subjects that it points at, each ``<type>:<name>``."""


class Extraction(NamedTuple):
    """What was read of one reply."""

    facts: tuple[Extracted, ...]
    refused: tuple[str, ...] = ()
    """Why parts of it are no facts."""


class Extractor(Protocol):
    """Draws facts from turns; the one part of consolidation that may ask a model."""

    @property
    def name(self) -> str:
        """What it is, recorded beside what it gives."""
        ...

    def extract(self, turns: Sequence[Turn]) -> Sequence[object]:
        """The facts that the turns state.

        Args:
            turns: In the order in which they were said; tainted text in its wrapper.

        Returns:
            ``Extracted``, or mappings of the same fields; none, if nothing is worth keeping.

        Raises:
            UnreadableReplyError: A model's reply is no list of facts.
            Exception: Anything else says that it could not be asked now.
        """
        ...


def read_reply(reply: str) -> list[object]:
    r"""The list that a model's reply is, with or without a fence around it.

    Raises:
        UnreadableReplyError: It is empty, prose, or JSON of another shape.

    Examples:
        >>> read_reply('[]'), read_reply('```json\n[{"text": "x"}]\n```')
        ([], [{'text': 'x'}])
    """
    if not reply.strip():
        raise UnreadableReplyError(reply, "it is empty, which does not say that there are none")
    fenced = _FENCED.match(reply)
    try:
        value = json.loads(fenced.group(1) if fenced else reply)
    except (ValueError, RecursionError) as error:
        raise UnreadableReplyError(reply, f"it is no JSON ({error})") from None
    if not isinstance(value, list):
        raise UnreadableReplyError(reply, f"it is a {type(value).__name__}")
    return value


def checked_extraction(given: object) -> Extraction:
    """What an extractor gave, fact by fact; what is none is told, and the rest stands.

    Raises:
        UnreadableReplyError: It is no list, or nothing in it is a fact.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise UnreadableReplyError(given, f"it is a {type(given).__name__}")
    facts, refused = [], []
    for at, each in enumerate(given[:MAX_FACTS]):
        try:
            facts.append(Extracted.model_validate(_storable(each)))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"])) or "it"
            refused.append(f"fact {at}: {place}: {first['msg']}")
    if len(given) > MAX_FACTS:
        refused.append(f"{len(given) - MAX_FACTS} facts after the first {MAX_FACTS}")
    if refused and not facts:
        raise UnreadableReplyError(given, refused[0])
    return Extraction(tuple(facts), tuple(refused))


def _storable(value: object) -> object:
    """The value without halves of characters, which no store keeps."""
    match value:
        case str():
            return value.encode(errors="replace").decode()
        case list() | tuple():
            return [_storable(each) for each in value]
        case dict():
            return {name: _storable(each) for name, each in value.items()}
    return value
