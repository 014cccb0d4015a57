"""Dump, load and copy: every list as JSON Lines and back, in order, resumable."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from loom_memory_core.capability import require, supports
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import CorruptEntryError
from loom_memory_core.json_lines import LineFile, format_line, seekable
from loom_memory_core.maintenance import Progress, no_progress
from loom_memory_core.protocols import MemoryStore
from loom_memory_core.reconcile import Change, ListConflictError, ListWriter, Policy


class TextSink(Protocol):
    """Whatever takes text: an open file, ``sys.stdout``, ``io.StringIO``."""

    def write(self, text: str, /) -> object:
        """Take ``text``."""
        ...


@dataclass
class DumpReport:
    """What a dump wrote."""

    keys: int = 0
    entries: int = 0
    corrupt: int = 0
    """Rows left out because they cannot be parsed."""


@dataclass
class LoadReport:
    """What a load or a copy found and wrote."""

    keys: int = 0
    """Lists in the source."""

    entries: int = 0
    """Entries in them."""

    written: int = 0
    """Entries written; the others were there."""

    replaced: int = 0
    """Lists replaced."""

    corrupt: int = 0
    """Rows of the source left out because they cannot be parsed."""

    def count(self, change: Change, entries: int) -> None:
        """Add one list."""
        self.keys += 1
        self.entries += entries
        self.written += change.written
        self.replaced += change.kind == "replaced"


def dump(
    store: MemoryStore,
    out: TextSink,
    *,
    prefix: str = "",
    skip_corrupt: bool = False,
    progress: Progress = no_progress,
) -> DumpReport:
    """Write every list as JSON Lines: keys in order, entries in append order.

    Args:
        store: Needs the verb ``keys``; to skip a corrupt row, ``salvage`` too.
        out: Takes one ``{"key": ..., "entry": {...}}`` a line. Memory is bounded by the
            largest list.
        prefix: Only keys that begin with it.
        skip_corrupt: Leave out rows that cannot be parsed, and count them.
        progress: Told of each list: entries written, entries in the store (0 if it
            has no ``inspect``).

    Returns:
        What was written, and how many rows were left out.

    Raises:
        VerbUnsupportedError: The store has no ``keys``, or has a row to skip and no
            ``salvage``.
        CorruptEntryError: A row cannot be parsed, and none may be skipped.

    Examples:
        >>> import sys
        >>> from loom_memory_core import InMemoryStore
        >>> store = InMemoryStore()
        >>> store.append("user/ada", [MemoryEntry(content="likes tea", id="7")])
        >>> report = dump(store, sys.stdout)
        {"key": "user/ada", "entry": {"content":"likes tea","id":"7"}}
        >>> report
        DumpReport(keys=1, entries=1, corrupt=0)
    """
    report = DumpReport()
    total = _size(store, prefix)
    for key, entries, corrupt in _lists(store, prefix, skip_corrupt=skip_corrupt):
        for entry in entries:
            out.write(format_line(key, entry))
        report.keys += 1
        report.entries += len(entries)
        report.corrupt += corrupt
        progress(report.entries, max(total, report.entries))
    return report


def load(
    store: MemoryStore,
    source: str | os.PathLike[str] | BinaryIO,
    *,
    policy: Policy = Policy.REFUSE,
    progress: Progress = no_progress,
) -> LoadReport:
    """Make each key's list equal to the file's.

    Doing it twice changes nothing. The whole file is checked before anything is written. A
    stored list that is a prefix of the file's is continued, so a killed load is completed
    by the same call.

    Args:
        store: Takes the lists.
        source: A path, or a binary file of lines as ``dump`` writes them. The lines of a
            key may lie apart. A line without an id gets one derived from its key, its
            position in that key's list, and its JSON.
        policy: What to do with a stored list that is another list.
        progress: Told of each batch: lines done, lines in all.

    Returns:
        What the file holds, and what of it had to be written.

    Raises:
        TypeError: ``policy`` is not a ``Policy``, or ``source`` is open as text.
        InvalidEntryError: A line is not one; the message has its number.
        InvalidKeyError: Its key is not one.
        ConflictError: A stored list is another one; the message names the first line.
            The lists that stand before it in the file are loaded.

    Examples:
        >>> from io import BytesIO
        >>> from loom_memory_core import InMemoryStore
        >>> lines = b'{"key": "user/ada", "entry": {"content": "likes tea"}}'
        >>> store = InMemoryStore()
        >>> load(store, BytesIO(lines)).written, load(store, BytesIO(lines)).written
        (1, 0)
    """
    report = LoadReport()
    with seekable(source) as file:
        lines = LineFile(file)
        step = _Meter(progress, len(lines)).add
        writer = ListWriter(store, policy=policy, step=step)
        for key in lines.keys():  # noqa: SIM118 - not a mapping
            entries = lines.entries(key)
            try:
                change = writer.write(key, entries)
            except ListConflictError as error:
                raise _with_line(error, lines, key) from None
            report.count(change, len(entries))
    return report


def copy(
    source: MemoryStore,
    target: MemoryStore,
    *,
    prefix: str = "",
    policy: Policy = Policy.REFUSE,
    skip_corrupt: bool = False,
    progress: Progress = no_progress,
) -> LoadReport:
    """Make each list of ``target`` equal to the one in ``source``.

    Doing it twice changes nothing, and a killed copy is completed by the same call, as
    with ``load``.

    Args:
        source: Needs the verb ``keys``; to skip a corrupt row, ``salvage`` too.
        target: Takes the lists; its other keys are left alone.
        prefix: Only keys that begin with it.
        policy: What to do with a list of the target that is another list.
        skip_corrupt: Leave out rows of the source that cannot be parsed, and count them.
        progress: Told of each batch: entries done, entries in the source.

    Returns:
        What the source holds, what of it had to be written, and how many rows were
        left out.

    Raises:
        TypeError: ``policy`` is not a ``Policy``.
        VerbUnsupportedError: The source has no ``keys``, or has a row to skip and no
            ``salvage``.
        ConflictError: A list of the target is another one; the lists of the keys
            before it are copied.
        CorruptEntryError: A row of the source cannot be parsed, and none may be skipped.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> source, target = InMemoryStore(), InMemoryStore()
        >>> source.append("user/ada", [MemoryEntry(content="likes tea")])
        >>> copy(source, target)
        LoadReport(keys=1, entries=1, written=1, replaced=0, corrupt=0)
        >>> target.read("user/ada") == source.read("user/ada")
        True
    """
    report = LoadReport()
    writer = ListWriter(target, policy=policy, step=_Meter(progress, _size(source, prefix)).add)
    for key, entries, corrupt in _lists(source, prefix, skip_corrupt=skip_corrupt):
        report.count(writer.write(key, entries), len(entries))
        report.corrupt += corrupt
    return report


class _Meter:
    """Adds up steps for a ``Progress``."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def add(self, entries: int) -> None:
        self._done += entries
        self._progress(self._done, max(self._total, self._done))


def _size(store: MemoryStore, prefix: str) -> int:
    """How many entries there will be; 0 where that cannot be known beforehand."""
    if prefix or not supports(store, "inspect"):
        return 0
    return store.inspect().entries


def _lists(
    store: MemoryStore, prefix: str, *, skip_corrupt: bool
) -> Iterator[tuple[str, list[MemoryEntry], int]]:
    """Each key with its entries, and how many rows of it were skipped."""
    for key in require(store, "keys").keys(prefix):
        try:
            yield key, store.read(key), 0
        except CorruptEntryError:
            if not skip_corrupt:
                raise
            yield key, *require(store, "salvage").salvage(key)


def _with_line(error: ListConflictError, lines: LineFile, key: str) -> ListConflictError:
    """The same conflict, told by the line of the file."""
    at, stored = error.difference
    if at < lines.count(key):
        place = f"first at line {lines.line_number(key, at)}"
    else:
        place = f"going on for {stored - at} more after line {lines.line_number(key, at - 1)}"
    return ListConflictError(
        f"key {key!r} holds {stored} entries that differ from the file's, {place}",
        difference=error.difference,
    )
