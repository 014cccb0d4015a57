"""The exit codes of every command, the same everywhere."""

from enum import IntEnum


class Exit(IntEnum):
    """What a command's exit code says."""

    DONE = 0
    """It did what it was asked."""

    PROBLEMS = 1
    """It looked, and found problems: a corrupt row, a list that differs, a failed check."""

    USAGE = 2
    """It was asked wrongly: an unknown option, a key that cannot be one."""

    COULD_NOT_RUN = 3
    """It could not run: no such backend, no such file, a server that does not answer."""

    INTERRUPTED = 130
    """The user stopped it with Ctrl-C (128 + SIGINT, as shells say it)."""

    PIPE_CLOSED = 141
    """Whoever read its output stopped reading (128 + SIGPIPE)."""
