"""Why a check could not be made at all."""

from typing import Final

COULD_NOT_RUN: Final = 3
USAGE: Final = 2


class CouldNotCheckError(Exception):
    """The check could not be made, which says nothing about what was to be checked.

    Args:
        message: What failed, with the value.
        hint: What the reader can do about it.
        code: The exit code of the command: 3, or 2 if it was asked wrongly.
    """

    def __init__(self, message: str, *, hint: str, code: int = COULD_NOT_RUN) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
