"""A local server with OpenAI's routes for embeddings and chat, over real HTTP."""

import socket
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from http.server import ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from loom_conformance.services import openai_answers
from loom_conformance.services.fault import Fault, Spell
from loom_conformance.services.openai_handler import OpenAiHandler


class Request(NamedTuple):
    """What a client sent."""

    path: str
    headers: dict[str, str]
    """By their names in small letters."""
    body: dict[str, Any]


class OpenAiServer:
    """Embeddings that are deterministic, replies that are scripted, and faults on request.

    It serves while a ``with`` block lasts. Any key and any name of a model will do.

    Args:
        dimension: How many numbers an embedding has, where a request does not say.

    Attributes:
        requests: Every request so far, refused ones included.
        longest: How many words a text to embed may have; a longer one is refused with
            status 400 and the words of OpenAI. Any number, if ``None``.

    Example:
        >>> import json
        >>> from urllib.request import urlopen
        >>> with OpenAiServer() as server, urlopen(f"{server.url}/models") as answer:
        ...     json.load(answer)["object"]
        'list'
    """

    def __init__(self, *, dimension: int = 256) -> None:
        self.requests: list[Request] = []
        self.longest: int | None = None
        self._dimension = dimension
        self._spells: deque[Spell] = deque()
        self._replies: deque[Mapping[str, Any]] = deque()
        self._lock = Lock()
        self._closing = Event()
        handler = type("Handler", (OpenAiHandler,), {"script": self})
        self._server = _Server(("127.0.0.1", 0), handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """What a client takes as its ``base_url``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def reply(self, *replies: str | Mapping[str, Any]) -> None:
        """Add to what chat will say: texts, or whole messages as the API has them."""
        messages = [{"content": each} if isinstance(each, str) else each for each in replies]
        self._replies.extend({"role": "assistant", "refusal": None, **each} for each in messages)

    def misbehave(self, fault: Fault, *, times: int | None = None, seconds: float = 0.0) -> None:
        """Spoil the next answers; a second call takes over where the first one ends.

        Args:
            fault: What is wrong with them.
            times: How many; all of them, until ``behave``, unless given.
            seconds: How late a ``SLOW`` answer is, or when a ``RATE_LIMIT`` allows a retry.
        """
        self._spells.append(Spell(fault, times, seconds))

    def behave(self) -> None:
        """Answer rightly from now on."""
        self._spells.clear()

    def note(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> None:
        """Keep a request."""
        self.requests.append(Request(path, headers, body))

    def spell(self) -> Spell | None:
        """What is wrong with the next answer; it is counted."""
        with self._lock:
            while self._spells and self._spells[0].left == 0:
                self._spells.popleft()
            if not self._spells:
                return None
            spell = self._spells[0]
            spell.left = None if spell.left is None else spell.left - 1
            return spell

    def wait(self, seconds: float) -> None:
        """Be slow, but not beyond the end of the server."""
        self._closing.wait(seconds)

    def answer(self, path: str, body: dict[str, Any], fault: Fault | None) -> openai_answers.Body:
        """The body of a right answer, or of one that ``fault`` spoils.

        Raises:
            RequestError: The request makes no sense.
            LookupError: There is no such route.
        """
        match urlsplit(path).path:
            case "/v1/embeddings":
                return openai_answers.embeddings(
                    body, dimension=self._dimension, longest=self.longest, fault=fault
                )
            case "/v1/chat/completions":
                return openai_answers.chat(body, self._next_reply(), fault=fault)
            case "/v1/models":
                return openai_answers.models(["scripted-chat", "term-embedding"])
        raise LookupError(f"there is no route {path}")

    def _next_reply(self) -> Mapping[str, Any]:
        with self._lock:
            if self._replies:
                return self._replies.popleft()
        raise openai_answers.RequestError("no reply is scripted; call reply(text) on the server")


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    """Closing waits for the threads, whose connections it has ended."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401 - socketserver's
        super().__init__(*args)
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:  # noqa: ANN401
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Say nothing of clients that went away: tests make them do so."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)
