"""A replay that asks for something else than was recorded."""

from loom_memory_core import LoomError


class ReplayDivergedError(LoomError, RuntimeError):
    """An execution asks for another decision than the one recorded at this place.

    Args:
        execution: The id of the execution.
        position: Which decision it is, counted from 0.
        recorded: The name that the log has there; ``None`` where the log ends before.
        asked: The name that was asked for; ``None`` where the execution ended before.
    """

    code = "replay-diverged"

    execution: str
    position: int
    recorded: str | None
    asked: str | None

    def __init__(
        self, execution: str, position: int, *, recorded: str | None, asked: str | None
    ) -> None:
        super().__init__(
            f"execution {execution!r} diverged at decision {position}: "
            f"{_said(recorded)} is recorded there, and {_said(asked)} was asked for",
            hint="run it with the code and the questions that recorded it, "
            "or begin an execution with another id",
        )
        self.execution = execution
        self.position = position
        self.recorded = recorded
        self.asked = asked


def _said(name: str | None) -> str:
    return "nothing" if name is None else repr(name)
