"""The lines of a dump: one entry under its key, each a JSON object."""

import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOBase
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO, Final
from uuid import UUID, uuid5

from loom_memory_core.checks import check_key
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import InvalidEntryError, InvalidKeyError
from loom_memory_core.json_text import dump_json, parse_json

_DERIVED_IDS: Final = UUID("6f1d7c4e-55d1-5a0e-9d57-6a5f0f2f9b11")
"""The namespace of ids derived from key, position and JSON (RFC 9562, version 5)."""

_FORM: Final = '{"key": "...", "entry": {"content": ...}}'
_BOM: Final = b"\xef\xbb\xbf"
_OTHER_FORMS: Final = (
    (b"\x1f\x8b", "compressed with gzip", "unpack it first: gunzip FILE.gz"),
    (b"\xff\xfe", "in UTF-16", "write it as UTF-8: iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "in UTF-16", "write it as UTF-8: iconv -f UTF-16 -t UTF-8"),
)


def format_line(key: str, entry: MemoryEntry) -> str:
    """One line of a dump, with its line end."""
    return f'{{"key": {dump_json(key)}, "entry": {entry.to_json()}}}\n'


def parse_line(line: bytes) -> tuple[str, dict[str, object]]:
    """The key of a line, and its entry's JSON object, not yet checked.

    Raises:
        InvalidEntryError: It is not such an object.
        InvalidKeyError: The key breaks the rules for keys.
    """
    value = parse_json(line)
    if not isinstance(value, dict) or value.keys() != {"key", "entry"}:
        raise InvalidEntryError(
            f"the line {line[:60]!r} is not a key with an entry",
            hint=f"write each line as {_FORM}",
        )
    key, entry = value["key"], value["entry"]
    if not isinstance(key, str) or not isinstance(entry, dict):
        raise InvalidEntryError(
            f"key is a {type(key).__name__} and entry a {type(entry).__name__}",
            hint=f"write each line as {_FORM}",
        )
    return check_key(key), entry


def entry_of(key: str, position: int, fields: dict[str, object]) -> MemoryEntry:
    """The entry of a line, with an id from where it stands if it has none.

    Raises:
        InvalidEntryError: The fields are not an entry's.
    """
    if "id" not in fields:
        name = dump_json([key, position, MemoryEntry.from_fields({**fields, "id": "-"}).to_json()])
        fields = {**fields, "id": str(uuid5(_DERIVED_IDS, name))}
    return MemoryEntry.from_fields(fields)


class LineFile:
    """A file of lines, read twice: once to check them, once to use them.

    The first reading also finds where each key's lines are. So the lines of a key may lie
    apart, nothing is written before the last line has been checked, and memory holds two
    numbers a line, not the lines.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offsets: dict[str, array[int]] = {}
        self._numbers: dict[str, array[int]] = {}
        self._index()

    def __len__(self) -> int:
        return sum(len(numbers) for numbers in self._numbers.values())

    def keys(self) -> list[str]:
        """The keys, in the order of their first lines."""
        return list(self._numbers)

    def count(self, key: str) -> int:
        """How many entries the list of ``key`` has."""
        return len(self._numbers[key])

    def line_number(self, key: str, position: int) -> int:
        """The number, from 1, of the line that holds this entry of ``key``'s list."""
        return self._numbers[key][position]

    def entries(self, key: str) -> list[MemoryEntry]:
        """The list of ``key`` as the file has it."""
        return [
            entry_of(key, position, parse_line(self._line_at(offset))[1])
            for position, offset in enumerate(self._offsets[key])
        ]

    def _line_at(self, offset: int) -> bytes:
        self._file.seek(offset)
        return self._file.readline()

    def _index(self) -> None:
        head = self._file.read(len(_BOM))
        _refuse_other_form(head)
        offset = len(_BOM) if head == _BOM else 0
        self._file.seek(offset)
        for number, line in enumerate(self._file, start=1):
            if line.strip():
                self._file_under_key(line, number, offset)
            offset += len(line)

    def _file_under_key(self, line: bytes, number: int, offset: int) -> None:
        with _numbered(number):
            key, fields = parse_line(line)
            offsets = self._offsets.setdefault(key, array("Q"))
            entry_of(key, len(offsets), fields)
        offsets.append(offset)
        self._numbers.setdefault(key, array("Q")).append(number)


def _refuse_other_form(head: bytes) -> None:
    """Name the commonest files that are not lines of UTF-8, by how they begin."""
    for start, form, advice in _OTHER_FORMS:
        if head.startswith(start):
            raise InvalidEntryError(f"the file is {form}, not lines of JSON", hint=advice)


@contextmanager
def _numbered(number: int) -> Iterator[None]:
    """Say which line an error is about."""
    try:
        yield
    except (InvalidEntryError, InvalidKeyError) as error:
        raise type(error)(f"line {number}: {error.message}", hint=error.hint) from error


@contextmanager
def seekable(source: str | os.PathLike[str] | BinaryIO) -> Iterator[BinaryIO]:
    """``source`` as a binary file that can be read twice.

    A pipe is copied to a temporary file.

    Raises:
        TypeError: It is a file open as text, whose positions cannot be counted in bytes.
    """
    if isinstance(source, TextIOBase):
        raise TypeError("source is a file open as text; open it with 'rb', or pass its path")
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            yield file
    elif source.seekable():
        yield source
    else:
        with TemporaryFile() as file:
            copyfileobj(source, file)
            file.seek(0)
            yield file
