"""Files of turns and of facts, a JSON object on each line."""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
from loom_memory_core import InvalidEntryError
from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, ValidationError

from loom_memory_knowledge.writing.turn import Turn

LINES: Final = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
"""A file of lines as an argument; ``-`` is what is piped in."""

Line = TypeVar("Line", bound=BaseModel)


class TurnLine(BaseModel):
    """One turn of a transcript."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    session: str
    role: str
    text: JsonValue
    at: AwareDatetime | None = None


class Session(NamedTuple):
    """The turns of one session, in the order of the file."""

    name: str
    turns: list[Turn]

    @property
    def item(self) -> str:
        """Names its turns, so that the same file again adds nothing."""
        said = [(each.role, each.text, _shown(each.at)) for each in self.turns]
        written = json.dumps([self.name, said], ensure_ascii=True)
        return hashlib.sha256(written.encode()).hexdigest()[:32]


def sessions(file: Path) -> list[Session]:
    """The sessions of a file of turns, in the order in which they begin.

    Raises:
        InvalidEntryError: A line is no turn.
    """
    found: dict[str, Session] = {}
    for line in read_lines(file, TurnLine):
        session = found.setdefault(line.session, Session(line.session, []))
        session.turns.append(Turn(line.role, line.text, line.at))
    return list(found.values())


def read_lines(file: Path, kind: type[Line]) -> Iterator[Line]:
    """Each line that is not blank, checked.

    Raises:
        InvalidEntryError: A line is something else; the error has its number.
    """
    with click.open_file(str(file), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield kind.model_validate_json(line)
                except ValidationError as error:
                    first = error.errors(include_url=False)[0]
                    place = ".".join(map(str, first["loc"]))
                    raise InvalidEntryError(
                        f"line {number} of {file}: {place or 'it'}: {first['msg']}",
                        hint="write one JSON object on each line; the reference has the fields",
                    ) from None


def _shown(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
