"""A conversation, what is asked of it, and where the answers were said: what all data comes to."""

from typing import NamedTuple

from loom_memory_core import MemoryEntry


class Place(NamedTuple):
    """Where something was said."""

    turn: str
    session: str


class Turn(NamedTuple):
    """One thing that was said, as it is stored."""

    id: str
    session: str
    entry: MemoryEntry

    @property
    def place(self) -> Place:
        """Where it was said."""
        return Place(self.id, self.session)


class Fact(NamedTuple):
    """Something distilled from a conversation."""

    text: str
    sources: tuple[str, ...]
    """Ids of the turns that it was drawn from."""

    session: str
    about: str = ""
    """Whom or what it is about, where the data says so."""


class Question(NamedTuple):
    """One question, and where its answer was said."""

    id: str
    """Unique among all questions of its data set."""

    text: str
    category: str
    gold: tuple[Place, ...]
    """The turns that answer it; none where they are not known."""

    gold_sessions: tuple[str, ...] = ()
    """The sessions that answer it."""

    answer: str | None = None
    """The gold answer; ``None`` where there is none."""

    answerable: bool = True
    """Whether the conversation answers it: otherwise the right answer is nothing."""


class Conversation(NamedTuple):
    """One conversation: what is put under one key, and what is asked of it."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    facts: tuple[Fact, ...] = ()
    split: str = ""
    """What its figures are for, where the data is split: such as ``tune`` or ``report``."""


class DataSet(NamedTuple):
    """Conversations from one source, and what a reader of a figure must know of them."""

    name: str
    conversations: tuple[Conversation, ...]
    sha256: str
    """Of the file's bytes, in hex."""

    limits: str = ""
    """What a figure on this data does not say; printed beside every one."""

    blemishes: tuple[str, ...] = ()
    """What was wrong with the data, and what was made of it."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, conversation by conversation."""
        return tuple(question for each in self.conversations for question in each.questions)
