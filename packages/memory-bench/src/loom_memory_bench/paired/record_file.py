"""Records as they come, a line each, so that a run that was cut off goes on where it was."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.report import Record

NAME: Final = "records.jsonl"


class Done(NamedTuple):
    """What names a record: nobody is asked twice for one."""

    arm: str
    question: str


class RecordFile:
    """The records of one run, in its folder; without a folder, nothing is kept.

    Args:
        folder: Where the report goes.
        settings: What the records depend on; a file of other settings is refused.

    Raises:
        BenchmarkError: The file was made with other settings, or holds something else.
    """

    def __init__(self, folder: Path | None, settings: dict[str, object]) -> None:
        self._path = None if folder is None else folder / NAME
        self._head = json.dumps(settings, sort_keys=True)
        self.records: dict[Done, Record] = {}
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._open(self._path)

    def add(self, record: Record) -> None:
        """Keep a record; it is on the disk when this returns."""
        self.records[Done(record.arm, record.question)] = record
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{record.model_dump_json()}\n")

    def _open(self, path: Path) -> None:
        if not path.exists():
            path.write_text(f"{self._head}\n", encoding="utf-8")
            return
        head, *lines = path.read_text(encoding="utf-8").split("\n")
        if head != self._head:
            raise BenchmarkError(
                f"{path} was begun with other settings: {head[:200]}",
                hint="name another folder, or delete the file to begin again",
            )
        whole = list(self._read(path, lines))
        self.records = {Done(each.arm, each.question): each for each in whole}
        # Whoever was killed in a line left half of it; the file is written anew without it.
        kept = "".join(f"{each.model_dump_json()}\n" for each in whole)
        path.write_text(f"{self._head}\n{kept}", encoding="utf-8")

    def _read(self, path: Path, lines: list[str]) -> Iterator[Record]:
        last = len(lines) - 1
        for at, line in enumerate(lines):
            try:
                if line:
                    yield Record.model_validate_json(line)
            except ValidationError:
                if at != last:
                    raise BenchmarkError(
                        f"line {at + 2} of {path} is no record", hint="delete the file"
                    ) from None
