"""The words in which a case says what it expected and what it got."""

from collections.abc import Sequence
from typing import Final

from loom_conformance.source import python

MANY: Final = 6
"""Lists longer than this are described by their first difference."""


class BrokenPromiseError(AssertionError):
    """A store did not do what a case expected.

    Args:
        expected: What should have happened.
        got: What happened.
    """

    expected: str
    got: str

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}\n     got {got}")
        self.expected = expected
        self.got = got


def equal(got: object, expected: object) -> None:
    """Go on if the store gave ``expected``, of the same type.

    Raises:
        BrokenPromiseError: It gave something else.
    """
    if type(got) is type(expected) and got == expected:
        return
    if isinstance(got, list) and isinstance(expected, list) and max(len(got), len(expected)) > MANY:
        raise BrokenPromiseError(*_difference(expected, got))
    raise BrokenPromiseError(python(expected), python(got))


def _difference(expected: Sequence[object], got: Sequence[object]) -> tuple[str, str]:
    pairs = zip(expected, got, strict=False)
    shorter = min(len(expected), len(got))
    at = next((at for at, (left, right) in enumerate(pairs) if left != right), shorter)
    return _described(expected, at), _described(got, at)


def _described(items: Sequence[object], at: int) -> str:
    there = python(items[at]) if at < len(items) else "nothing"
    return f"{len(items)} items, at [{at}] {there}"


def holds(condition: object, *, expected: str, got: object) -> None:
    """Go on if ``condition`` is true.

    Args:
        condition: What must be true.
        expected: The same in words.
        got: What was there instead.

    Raises:
        BrokenPromiseError: It is false.
    """
    if not condition:
        raise BrokenPromiseError(expected, got if isinstance(got, str) else python(got))
