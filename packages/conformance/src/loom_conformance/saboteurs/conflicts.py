"""Saboteurs of expected ids: a list that another has changed is overwritten."""

from collections.abc import Sequence

from loom_memory_core import ConflictError, MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class AlwaysInConflict(HonestStore):
    """Finds a conflict wherever ids are expected."""

    caught_by = ("replace.expected-list", "replace.expected-empty")

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(["never", *expected], stored)


class NeverInConflict(HonestStore):
    """Ignores what was expected: the last writer wins."""

    caught_by = (
        "replace.unexpected-list",
        "replace.expected-order",
        "replace.expected-repeats",
        "replace.expected-empty",
        "replace.expected-on-an-unknown-key",
        "replace.conflict-with-nothing",
        "upkeep.refused-replace",
    )

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        """Agree."""


class ExpectsCounts(HonestStore):
    """Compares how many ids there are."""

    caught_by = ("replace.unexpected-list", "replace.expected-order")

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect([""] * len(expected), [""] * len(stored))


class ExpectsTheEnd(HonestStore):
    """Compares the newest id alone."""

    caught_by = ("replace.unexpected-list", "replace.expected-repeats")

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(list(expected[-1:]), list(stored[-1:]))


class ExpectsSorted(HonestStore):
    """Compares the ids in any order."""

    caught_by = ("replace.expected-order", "replace.conflict-with-nothing")

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(sorted(expected), sorted(stored))


class ExpectsDistinct(HonestStore):
    """Compares the ids without their repeats."""

    caught_by = ("replace.expected-repeats",)

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(list(dict.fromkeys(expected)), list(dict.fromkeys(stored)))


class ExpectsIgnoringCase(HonestStore):
    """Compares the ids by a collation that does not know case."""

    caught_by = ("replace.unexpected-list",)

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect([each.lower() for each in expected], [each.lower() for each in stored])


class NothingExpected(HonestStore):
    """Takes no expected ids for no expectation."""

    caught_by = ("replace.expected-empty", "replace.unexpected-list")

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(expected or stored, stored)


class NothingToCompare(HonestStore):
    """Finds no conflict where there is no list yet."""

    caught_by = ("replace.expected-on-an-unknown-key",)

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        super().expect(expected if stored else [], stored)


class NothingToWrite(HonestStore):
    """Looks for a conflict only where it has something to write."""

    caught_by = ("replace.conflict-with-nothing",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected if entries else None)


class SameListIsFine(HonestStore):
    """Looks for a conflict only where the new list differs from the stored one."""

    caught_by = ("replace.conflict-with-nothing",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        changed = entries != self.read(key)
        super().replace(key, entries, expected=expected if changed else None)


class WritesThenCompares(HonestStore):
    """Raises ConflictError when the new list is written already."""

    caught_by = (
        "replace.unexpected-list",
        "replace.expected-order",
        "replace.expected-on-an-unknown-key",
        "upkeep.refused-replace",
    )

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        try:
            super().replace(key, entries, expected=expected)
        except ConflictError:
            super().replace(key, entries)
            raise
