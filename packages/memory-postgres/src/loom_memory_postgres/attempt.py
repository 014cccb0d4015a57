"""A try at a connection: what the pool makes, whether the server took it or refused."""

from time import monotonic
from typing import Any

import psycopg
from psycopg import pq


class Attempt(psycopg.Connection[tuple[Any, ...]]):
    """A connection, or the reason why there is none.

    A pool whose threads fail to connect tries again on its own, ever later, and whoever waits
    hears of a timeout alone. So a refusal is handed over as a connection that is closed: it
    reaches the caller with its cause, and no try is made that no call asked for.
    """

    refusal: psycopg.Error | None = None
    """Why there is no connection."""

    began: float = 0.0
    """When the try began, by ``time.monotonic``."""

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> "Attempt":  # noqa: ANN401 - the driver's
        """Try to connect; a refusal is in the answer, and not raised."""
        began = monotonic()
        try:
            made = super().connect(conninfo, **parameters)
        except psycopg.Error as error:
            made = cls(_no_connection())
            made.refusal = error.with_traceback(None)
        made.began = began
        return made

    def notice_hang_up(self) -> None:
        """Look, without waiting, whether the server has closed the connection.

        Raises:
            psycopg.OperationalError: It has.
        """
        self.pgconn.consume_input()
        self.pgconn.is_busy()  # takes the server's last words out of the buffer
        self.pgconn.consume_input()


def _no_connection() -> pq.abc.PGconn:
    """What libpq has for a connection that never was: nothing was sent to anybody."""
    none = pq.PGconn.connect_start(b"none")
    none.finish()
    return none
