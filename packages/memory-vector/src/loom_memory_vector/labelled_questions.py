"""Questions whose answers are known, as JSON Lines, and the cosines that a model gives them.

A line is ``{"question": ..., "key": ..., "ids": [...]}`` for a question to a store's key, or
``{"question": ..., "texts": [...]}`` without a store, when all texts of the file are one list.
A line without ``ids`` and ``texts`` is a question that nothing in its list answers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from loom_memory_core import InvalidOptionsError, MemoryEntry
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from loom_memory_vector.calibration import Judged
from loom_memory_vector.embedder import Embedder, Vectors
from loom_memory_vector.scoring import cosines
from loom_memory_vector.searched_text import embeddable, embeddable_query

Read = Callable[[str], Sequence[MemoryEntry]]
"""Gives the entries of a key."""

Texts = Mapping[str, str]
"""The texts of one list, by what labels name them: an id, or the text itself."""


class _Embedded(NamedTuple):
    """The vectors of one list, and which row is whose."""

    vectors: Vectors
    places: Mapping[str, int]


class LabelledQuestion(BaseModel):
    """One line."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    question: str = Field(min_length=1)

    key: str | None = None
    """Whose list it is asked of; none for the list of all texts in the file."""

    ids: tuple[str, ...] = Field(default=(), strict=False)
    """The entries of that key that answer it."""

    texts: tuple[str, ...] = Field(default=(), strict=False)
    """Texts that answer it, where there is no key."""

    @property
    def has_answer(self) -> bool:
        """Whether anything in its list answers it."""
        return bool(self.ids or self.texts)


def read_questions(lines: Iterable[str | bytes]) -> Iterator[LabelledQuestion]:
    """The questions of a file, line by line; blank lines are passed over.

    Raises:
        InvalidOptionsError: A line is none; the message says which, and what is wrong.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read(line, number)


def _read(line: str | bytes, number: int) -> LabelledQuestion:
    try:
        found = LabelledQuestion.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "it"
        raise _wrong(number, f"{place}: {fault['msg']}") from error
    if found.key is None and found.ids:
        raise _wrong(number, "ids without a key")
    if found.key is not None and found.texts:
        raise _wrong(number, "texts beside a key, whose entries are named by ids")
    return found


def _wrong(number: int, fault: str) -> InvalidOptionsError:
    return InvalidOptionsError(
        f"line {number} is no labelled question: {fault}",
        hint='write {"question": "...", "key": "...", "ids": ["..."]}, or '
        '{"question": "...", "texts": ["..."]}; leave ids and texts out where nothing answers it',
    )


def judge(
    questions: Sequence[LabelledQuestion], embedder: Embedder, *, read: Read | None = None
) -> Iterator[Judged]:
    """The cosines of each question with its list.

    Args:
        questions: The labelled questions.
        embedder: The model that is to be calibrated.
        read: Gives the entries of a key; needed if a question has one.

    Raises:
        InvalidOptionsError: A question names a key without a store, or an entry that is not
            in its list or has no term; a question has no term.
    """
    by_key: dict[str | None, list[LabelledQuestion]] = {}
    for each in questions:
        by_key.setdefault(each.key, []).append(each)
    for key, asked in by_key.items():
        texts = _texts_of(key, asked, read)
        vectors = embedder.embed_documents(list(texts.values()))
        embedded = _Embedded(vectors, {name: at for at, name in enumerate(texts)})
        yield from (_judged(each, embedder, embedded) for each in asked)


def _texts_of(key: str | None, asked: Sequence[LabelledQuestion], read: Read | None) -> Texts:
    if key is None:
        entries = [MemoryEntry(content=text, id="-") for each in asked for text in each.texts]
        named = ((str(entry.content), entry) for entry in entries)
    elif read is None:
        raise InvalidOptionsError(
            f"a question names the key {key!r}, and no store was given",
            hint="name the store with --store, or give texts in place of key and ids",
        )
    else:
        named = ((entry.id, entry) for entry in read(key))
    found = {name: text for name, entry in named if (text := embeddable(entry)) is not None}
    if not found:
        where = "the file's texts" if key is None else f"the key {key!r}"
        raise InvalidOptionsError(
            f"{where} hold no text to compare questions with",
            hint="check the store and the key, or add questions with the texts that answer them",
        )
    return found


def _judged(asked: LabelledQuestion, embedder: Embedder, embedded: _Embedded) -> Judged:
    vectors, places = embedded
    text = embeddable_query(asked.question)
    missing = [name for name in (*asked.ids, *asked.texts) if name not in places]
    if text is None or missing:
        fault = f"names {missing[0]!r}, which is not in its list" if missing else "has no term"
        raise InvalidOptionsError(
            f"the question {asked.question!r} {fault}",
            hint="an entry without a letter or a number is never found; check key and ids",
        )
    found = cosines(vectors, embedder.embed_query(text))  # as a search decides by them
    gold = tuple(float(found[places[name]]) for name in (*asked.ids, *asked.texts))
    return Judged(float(found.max()), gold)
