"""The relations of a generated world: each subject has one object, and each is one sentence."""

from typing import Final, NamedTuple

PERSON: Final = "person"
ORGANISATION: Final = "organisation"
PLACE: Final = "place"
PROJECT: Final = "project"

SIZES: Final = {PERSON: 56, ORGANISATION: 20, PROJECT: 20, PLACE: 16}
"""How many there are of each type; with the relations below they make 376 facts."""


class Relation(NamedTuple):
    """Something that each thing of one type has exactly one of."""

    name: str
    subject: str
    object: str
    sentence: str
    """Of a fact, with ``{s}`` and ``{o}``."""

    phrase: str
    """Of a question, with ``{s}``: what stands for the object."""

    def __str__(self) -> str:
        return self.name


RELATIONS: Final = (
    Relation(
        "employer",
        PERSON,
        ORGANISATION,
        "{s} works for {o}.",
        "the organisation that employs {s}",
    ),
    Relation("home", PERSON, PLACE, "{s} lives in {o}.", "the town where {s} lives"),
    Relation("task", PERSON, PROJECT, "{s} is busy with {o}.", "the project that {s} is busy with"),
    Relation("teacher", PERSON, PERSON, "{s} was taught by {o}.", "the person who taught {s}"),
    Relation("seat", ORGANISATION, PLACE, "{s} has its seat in {o}.", "the seat of {s}"),
    Relation("head", ORGANISATION, PERSON, "{s} is headed by {o}.", "the head of {s}"),
    Relation("owner", ORGANISATION, ORGANISATION, "{s} belongs to {o}.", "the owner of {s}"),
    Relation("sponsor", PROJECT, ORGANISATION, "{s} is paid for by {o}.", "the sponsor of {s}"),
    Relation("site", PROJECT, PLACE, "{s} is built in {o}.", "the site of {s}"),
    Relation("lead", PROJECT, PERSON, "{s} is led by {o}.", "the leader of {s}"),
    Relation("mayor", PLACE, PERSON, "{s} has {o} as its mayor.", "the mayor of {s}"),
    Relation("twin", PLACE, PLACE, "{s} is twinned with {o}.", "the twin town of {s}"),
)
