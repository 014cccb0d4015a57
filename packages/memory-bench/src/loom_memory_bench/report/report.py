"""The report of a run: what was measured on what, every question in every arm, and the figures.

A change that a program would notice is a new ``schema_version``.
"""

from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue

Kind = Literal["paired", "retrieval", "isolation", "speed", "calibrate"]


class Part(BaseModel):
    """What all parts of a report have."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Part):
    """A data set that was measured on."""

    name: str
    sha256: str
    conversations: int
    entries: int
    questions: int
    counted: int
    """Questions that have what is needed to be counted."""

    limits: str = ""
    """What a figure on it does not say."""

    blemishes: tuple[str, ...] = ()


class Arm(Part):
    """One thing that was measured beside others on the same questions."""

    name: str
    about: str
    settings: dict[str, JsonValue] = {}
    """Such as a store's URL, without its secrets."""


class Asked(Part):
    """One question."""

    id: str
    source: str
    conversation: str
    text: str
    category: str
    answerable: bool
    split: str = ""
    answer: str | None = None
    gold: tuple[str, ...] = ()
    """Ids of the turns, or facts, that answer it."""


class Record(Part):
    """What one arm made of one question."""

    question: str
    source: str
    arm: str
    measures: dict[str, float]
    """Each in 0..1, but for counts such as ``characters``."""

    found: tuple[str, ...] = ()
    """Ids of what was found, best first."""

    score: float | None = None
    """Of the best hit, where scores of different questions compare."""

    seconds: float | None = None
    answer: str | None = None
    abstained: bool | None = None


class Figure(Part):
    """The mean of a measure over a group of questions, with its 95 % bootstrap interval."""

    source: str
    arm: str
    group: str
    measure: str
    questions: int
    mean: float
    low: float
    high: float


class Comparison(Part):
    """A first arm against a second one, question by question."""

    source: str
    group: str
    measure: str
    first: str
    second: str
    questions: int
    difference: float
    low: float
    high: float
    wins: int
    """Questions on which the first is better."""

    losses: int
    p: float
    """Of the exact two-sided sign test; McNemar's, where a question is right or wrong."""


class Cost(Part):
    """What the questions cost in one arm."""

    source: str
    arm: str
    questions_per_second: float
    p50_milliseconds: float
    p95_milliseconds: float
    bytes: int | None = None
    """On disk, where the arm keeps anything there and can tell."""

    context_characters: float | None = None
    """The mean length of what a reader is given."""


class Gate(Part):
    """What a threshold does: which questions go to a verifier, and what that is worth."""

    source: str
    arm: str
    threshold: float
    calls: float
    """The part of the questions that the verifier is asked about, in 0..1."""

    right: float
    """The part of the questions that come out right, in 0..1."""

    gain: float
    """The part of the gain of asking about every question; above 1 where that is worse."""

    alone: float | None = None
    """The part that comes out right if all below are abstained from, and nobody is asked."""

    wins: int
    """Questions right here and wrong without a verifier."""

    losses: int
    p: float


class Guard(Part):
    """Something that would make the figures say something else, and was looked for."""

    name: str
    passed: bool
    detail: str


class Timing(Part):
    """One figure of speed: ours, the other's, and what was to be reached."""

    target: str
    what: str
    value: float
    """The ratio or exponent that the goal is about."""

    goal: str | None
    met: bool | None
    ours: float | None = None
    other: float | None = None
    unit: str = ""


class Point(Part):
    """The time of one thing at one size."""

    series: str
    size: int
    milliseconds: float


class LeftOut(Part):
    """What was to be measured and could not be."""

    name: str
    reason: str


class Report(Part):
    """One run."""

    schema_version: Literal[1] = 1
    kind: Kind
    title: str
    command: str
    """What makes it again."""

    made_at: AwareDatetime
    machine: dict[str, JsonValue]
    resamples: int = 0
    """Of the bootstrap; 0 where there is none."""

    verdict: str = ""
    """The finding in one sentence, where the run has one."""

    sources: tuple[Source, ...] = ()
    arms: tuple[Arm, ...] = ()
    headline: tuple[str, ...] = ()
    """The measures that tables and plots show; all others are in the figures."""

    figures: tuple[Figure, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    costs: tuple[Cost, ...] = ()
    gates: tuple[Gate, ...] = ()
    guards: tuple[Guard, ...] = ()
    timings: tuple[Timing, ...] = ()
    points: tuple[Point, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    thresholds: dict[str, float] = {}
    """Of an arm: the score below which it says nothing."""

    questions: tuple[Asked, ...] = ()
    records: tuple[Record, ...] = ()

    def without_records(self) -> "Report":
        """The same without its questions, for a program that wants the figures alone."""
        return self.model_copy(update={"questions": (), "records": ()})
