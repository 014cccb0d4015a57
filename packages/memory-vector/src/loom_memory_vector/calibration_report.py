"""What ``loom memory calibrate`` prints: the whole table, and what follows from its rule."""

from collections.abc import Iterator
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict

from loom_memory_vector.calibration import Calibration, Step, interval
from loom_memory_vector.fingerprint import Fingerprint


class Row(BaseModel):
    """One threshold; shares are from 0 to 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float
    gold_kept: float
    own_answered: float
    unrelated_empty: float


class Rule(BaseModel):
    """By what the two values follow from the table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    keep: float
    """The share of the questions with an answer that must still find anything."""

    keep_gold: float
    """The share of the entries that answer a question that must still be matches."""


class CalibrationReport(BaseModel):
    """``loom memory calibrate``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1

    model: str
    space: Fingerprint
    answered: int
    unrelated: int
    table: list[Row]
    rule: Rule
    min_score: float
    min_top_score: float

    @classmethod
    def of(cls, found: Calibration, rule: Rule, *, model: str, space: Fingerprint) -> Self:
        """The report of a calibration under a rule."""
        gate = found.gate(keep=rule.keep)
        floor = found.floor(keep=rule.keep_gold, gate=gate.threshold)
        return cls(
            model=model,
            space=space,
            answered=found.answered,
            unrelated=found.unrelated,
            table=[Row(**step._asdict()) for step in found.steps],
            rule=rule,
            min_score=floor.threshold,
            min_top_score=gate.threshold,
        )


HEAD = ("threshold", "answers kept", "own answered", "unrelated empty")


def table_lines(report: CalibrationReport) -> Iterator[str]:
    """Every threshold, in percent; the derived ones are named at the end of their lines."""
    yield "  ".join(HEAD)
    names = {report.min_score: "min_score"}
    gate = names.get(report.min_top_score)
    names[report.min_top_score] = f"{gate}, min_top_score" if gate else "min_top_score"
    for row in report.table:
        shares = (row.gold_kept, row.own_answered, row.unrelated_empty)
        cells = [f"{row.threshold:.2f}", *(f"{100 * share:.1f}" for share in shares)]
        padded = [cell.rjust(len(name)) for cell, name in zip(cells, HEAD, strict=True)]
        yield "  ".join([*padded, names.get(row.threshold, "")]).rstrip()


def summary_lines(report: CalibrationReport) -> Iterator[str]:
    """What the rule gives, with its confidence, in sentences."""
    steps = {row.threshold: Step(**row.model_dump()) for row in report.table}
    gate, floor = steps[report.min_top_score], steps[report.min_score]
    yield (
        f"{report.model}: {report.answered:,} questions with an answer, "
        f"{report.unrelated:,} without."
    )
    yield (
        f"min_top_score={gate.threshold:.2f} is the highest that answers "
        f"{100 * report.rule.keep:g} %: it answers {_percent(gate.own_answered, report.answered)} "
        f"and leaves {_percent(gate.unrelated_empty, report.unrelated)} of the others empty."
    )
    yield (
        f"min_score={floor.threshold:.2f} keeps {100 * floor.gold_kept:.1f} % of the entries "
        f"that answer; the rule asks for {100 * report.rule.keep_gold:g} %."
    )
    yield (
        "Nothing was changed. Other questions will differ; look at the table, then pass "
        f"min_score={floor.threshold:.2f} and min_top_score={gate.threshold:.2f}."
    )


def _percent(share: float, count: int) -> str:
    value, low, high = (100 * each for each in interval(share, count))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"
