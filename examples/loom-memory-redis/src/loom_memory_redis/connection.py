"""One server: a pool of connections, and what the driver raises in the contract's words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import redis
from loom_memory_core import BackendUnavailableError, StoreWriteError
from redis.backoff import NoBackoff
from redis.retry import Retry

from loom_memory_redis.options import RedisOptions

DEFAULT_PORT: Final = 6379


class Server:
    """The server of a store; it was there when this was made.

    Args:
        options: Where the server is, and how it is asked.

    Raises:
        BackendUnavailableError: The server does not answer.
    """

    def __init__(self, options: RedisOptions) -> None:
        self.options = options
        self.where = f"redis at {options.url.host or 'localhost'}"
        """The server, without secrets."""
        self.client = _connected(options)
        with self.translated():
            self.client.ping()

    def ask(self, *words: str | bytes | int) -> object:
        """What the server answers to a command that the driver has no method for."""
        answer: object = self.client.execute_command(*words)  # type: ignore[no-untyped-call]
        return answer

    @contextmanager
    def translated(
        self, *, outcome: Literal["not written", "unknown"] = "not written"
    ) -> Iterator[None]:
        """Errors of the driver as errors of Loom.

        Args:
            outcome: What is known of a write whose answer does not come.

        Raises:
            BackendUnavailableError: The server does not answer, or lets nobody in.
            StoreWriteError: The server refuses the write; nothing was written.
        """
        try:
            yield
        except redis.AuthenticationError as error:
            raise BackendUnavailableError(
                f"{self.where} lets nobody in: {error}",
                hint="check the user and the password in the URL",
            ) from error
        except (redis.ConnectionError, redis.TimeoutError) as error:
            raise BackendUnavailableError(
                f"{self.where} does not answer: {error}",
                hint="check the host and the port, and that the server runs",
                outcome=outcome,
            ) from error
        except redis.RedisError as error:
            raise StoreWriteError(
                f"{self.where} refuses: {error}",
                hint="see what INFO says of its memory, its disk and its role",
            ) from error


def as_bytes(answer: bytes | str) -> bytes:
    """What the client gives for this server's text, whose type leaves open which it is."""
    return answer if isinstance(answer, bytes) else answer.encode()


def _connected(options: RedisOptions) -> redis.Redis:
    """A client; no command is ever sent twice, since an append is not the same as two."""
    url = options.url
    return redis.Redis(
        host=url.host or "localhost",
        port=url.port or DEFAULT_PORT,
        db=options.database,
        username=url.user,
        password=url.password.get_secret_value() if url.password else None,
        socket_timeout=options.timeout_seconds,
        socket_connect_timeout=options.timeout_seconds,
        ssl=options.tls,
        retry=Retry(NoBackoff(), 0),
    )
