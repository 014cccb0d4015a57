"""An alert, and what the sentinel says to it."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ValidationError

ALERTS = Path(__file__).parent / "alerts.jsonl"


class Alert(BaseModel, frozen=True, extra="forbid"):
    """One line of the monitoring's log."""

    id: str
    at: AwareDatetime
    host: str
    check: str
    text: str


class Verdict(BaseModel, frozen=True):
    """What an alert means and what to do."""

    urgency: Literal["page", "note"]
    """``page``, if somebody must get up, or ``note``."""

    advice: str
    sources: tuple[str, ...]


class AlertError(ValueError):
    """A line of a log is no alert."""


class AlertClock:
    """The time of the alert in hand, so that a log from last night expires as it did then."""

    def __init__(self) -> None:
        self.now: datetime | None = None

    def __call__(self) -> datetime:
        """The moment that ``now`` was set to."""
        if self.now is None:
            raise RuntimeError("no alert is in hand: set now first")
        return self.now


def alerts(path: Path = ALERTS) -> Iterator[Alert]:
    """Each alert of a log, in its order.

    Raises:
        AlertError: A line is none; the message names it.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield Alert.model_validate_json(line)
        except ValidationError as error:
            raise AlertError(f"line {number} of {path} is no alert: {error}") from error
