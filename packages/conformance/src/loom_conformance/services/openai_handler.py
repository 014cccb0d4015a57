"""One request of the local OpenAI-like server, read, answered, or answered badly."""

import json
import math
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, Final

from loom_conformance.services import openai_answers
from loom_conformance.services.fault import Fault, Spell

if TYPE_CHECKING:
    from loom_conformance.services.openai_server import OpenAiServer

STATUSES: Final = {
    Fault.UNAUTHORIZED: (401, "invalid_request_error", "Incorrect API key provided"),
    Fault.RATE_LIMIT: (429, "rate_limit_error", "Rate limit reached"),
    Fault.SERVER_ERROR: (500, "server_error", "The server had an error"),
}


class OpenAiHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    script: "OpenAiServer"
    """Whose replies and faults are used; set by a subclass for each server."""

    def do_GET(self) -> None:
        """Answer ``/v1/models``."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer ``/v1/embeddings`` and ``/v1/chat/completions``."""
        length = int(self.headers.get("Content-Length", "0"))
        try:
            body = json.loads(self.rfile.read(length))
        except ValueError:
            self._refuse(400, "invalid_request_error", "the body is not JSON")
        else:
            self._answer(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Say nothing."""

    def _answer(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.script.note(self.path, headers, body)
        spell = self.script.spell()
        if spell and spell.fault in STATUSES:
            self._refuse(*STATUSES[spell.fault], headers=_retry_after(spell))
            return
        if spell and spell.fault is Fault.SLOW:
            self.script.wait(spell.seconds)
        self._route(body, spell.fault if spell else None)

    def _route(self, body: dict[str, Any], fault: Fault | None) -> None:
        try:
            answer = self.script.answer(self.path, body, fault)
        except openai_answers.RequestError as error:
            self._refuse(400, "invalid_request_error", str(error))
        except LookupError as error:
            self._refuse(404, "invalid_request_error", str(error))
        else:
            self._deliver(json.dumps(answer).encode(), fault)

    def _deliver(self, content: bytes, fault: Fault | None) -> None:
        if fault is Fault.NOT_JSON:
            self._send(200, b"<html>Service unavailable</html>", kind="text/html")
        elif fault is Fault.TRUNCATED:
            self._send(200, content, cut=len(content) // 2)
        else:
            self._send(200, content)

    def _refuse(
        self, status: int, kind: str, message: str, *, headers: dict[str, str] | None = None
    ) -> None:
        body = json.dumps(openai_answers.refusal(message, kind)).encode()
        self._send(status, body, headers=headers)

    def _send(
        self,
        status: int,
        content: bytes,
        *,
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
        cut: int | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[:cut])
        self.close_connection = self.close_connection or cut is not None


def _retry_after(spell: Spell) -> dict[str, str]:
    if spell.fault is not Fault.RATE_LIMIT:
        return {}
    milliseconds = str(round(spell.seconds * 1_000))
    return {"Retry-After": str(math.ceil(spell.seconds)), "Retry-After-Ms": milliseconds}
