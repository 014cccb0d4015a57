"""``openai:<model>``: embeddings of any service that speaks OpenAI's protocol."""

import os
from collections.abc import Sequence
from json import JSONDecodeError
from threading import Lock
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

import numpy as np
from loom_memory_core import InvalidOptionsError
from pydantic import SecretStr

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.embedders.libraries import need
from loom_memory_vector.embedders.openai_answer import Source, decoded
from loom_memory_vector.embedders.openai_batches import batches
from loom_memory_vector.families import known_family
from loom_memory_vector.fingerprint import Fingerprint

if TYPE_CHECKING:
    from openai import OpenAI

KEY_VARIABLE: Final = "OPENAI_API_KEY"
"""Where a key is looked for when none is given."""

URL_VARIABLE: Final = "OPENAI_BASE_URL"
"""Where a service is looked for when no ``base_url`` is given."""

OPENAI_URL: Final = "https://api.openai.com/v1"

_NO_KEY: Final = "no-key-was-given"
"""The client sends a key to every service, to one that needs none as well."""

_SHORTEST: Final = 64
"""Characters: what is refused as too long below this was not refused for its length."""


class OpenAIEmbedder:
    """A model behind an API, through the official client.

    Texts go in batches, with the client's own retries. A text that the service refuses as too
    long is cut in half until it fits, so its vector is that of its beginning. A model whose
    family is known is asked for nothing until a text is embedded; of another one, the first
    use of ``fingerprint`` embeds a word, to learn the dimension.

    Args:
        model: The name by which the service knows it.
        family: Which model that is, where the name does not say: the name of a deployment.
        base_url: The service; OpenAI's own, or what ``OPENAI_BASE_URL`` says, by default.
        api_key: Sent with each request; what ``OPENAI_API_KEY`` holds, by default. A service
            named by ``base_url`` may need none.
        timeout_seconds: How long one request may take.
        max_retries: How often a request is repeated when the service is busy, fails or is
            not reached.

    Raises:
        BackendLoadError: The extra ``openai`` is not installed.
        InvalidOptionsError: There is no key, or ``base_url`` cannot be used.
    """

    def __init__(
        self,
        model: str,
        *,
        family: str | None = None,
        base_url: str | None = None,
        api_key: SecretStr | None = None,
        timeout_seconds: float = 60.0,
        max_retries: int = 4,
    ) -> None:
        need("openai", embedder=f"openai:{model}", extra="openai")
        self._name = model
        self._family = family or model
        self._url = _checked_url(base_url or os.environ.get(URL_VARIABLE) or OPENAI_URL)
        self._key = _checked_key(api_key or _key_of_environment(self._url))
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries
        self._lock = Lock()
        self._client: OpenAI | None = None
        self._space: Fingerprint | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """The embedding space; it may take a request to learn the dimension.

        Raises:
            BackendUnavailableError: The service did not answer that request.
            EmbeddingError: It answered with no vector.
        """
        if self._space is None:
            family = known_family(self._family)
            self._space = Fingerprint(
                family=self._family,
                dimension=family.dimension if family else self._learnt_dimension(),
                document_prefix=family.document_prefix if family else "",
                query_prefix=family.query_prefix if family else "",
            )
        return self._space

    @property
    def model(self) -> str:
        """``openai:`` and the name by which the service knows the model."""
        return f"openai:{self._name}"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has; it may take a request, as ``fingerprint`` does."""
        return self.fingerprint.dimension

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One vector for each text, with the family's prefix before it."""
        prefix = self.fingerprint.document_prefix
        parts = [self._embedded(batch) for batch in batches([prefix + text for text in texts])]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimension), np.float32)

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of a question, with the family's prefix before it."""
        vector: Vectors = self._embedded([self.fingerprint.query_prefix + text])[0]
        return vector

    def close(self) -> None:
        """Close the connections; the next text that is embedded opens new ones."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _learnt_dimension(self) -> int:
        return int(self._embedded(["dimension"]).shape[1])

    def _embedded(self, texts: list[str]) -> Vectors:
        from openai import OpenAIError  # noqa: PLC0415 - an extra, and slow

        from loom_memory_vector.embedders.openai_faults import (  # noqa: PLC0415 - as above
            is_too_much,
            translated,
        )

        try:
            return self._requested(texts)
        except OpenAIError as error:
            if not is_too_much(error) or (len(texts) == 1 and len(texts[0]) < _SHORTEST):
                key = self._key.get_secret_value()
                # Its cause stays behind: it holds the request, and may quote the key.
                raise translated(error, self._source(), key=key) from None
        return self._embedded_in_halves(texts)

    def _embedded_in_halves(self, texts: list[str]) -> Vectors:
        """What is too much for one request, as two lists, or as the first half of one text."""
        half = len(texts) // 2
        if half == 0:
            return self._embedded([texts[0][: len(texts[0]) // 2]])
        return np.concatenate([self._embedded(texts[:half]), self._embedded(texts[half:])])

    def _requested(self, texts: list[str]) -> Vectors:
        source = self._source()
        try:
            answer: object = self._connected().embeddings.create(
                model=self._name, input=texts, encoding_format="base64"
            )
        except JSONDecodeError as error:
            raise source.wrong("what is no JSON") from error
        return decoded(answer, count=len(texts), source=source)

    def _connected(self) -> "OpenAI":
        from openai import OpenAI  # noqa: PLC0415 - as above

        with self._lock:
            if self._client is None:
                self._client = OpenAI(
                    api_key=self._key.get_secret_value(),
                    base_url=self._url,
                    timeout=self._timeout_seconds,
                    max_retries=self._max_retries,
                )
            return self._client

    def _source(self) -> Source:
        parts = urlsplit(self._url)
        return Source(self.model, f"{parts.scheme}://{parts.netloc}{parts.path}")


def _checked_url(url: str) -> str:
    parts = _parts(url)
    if parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InvalidOptionsError(
            "base_url is not the URL of a service", hint="write it as http://localhost:11434/v1"
        )
    if parts.username or parts.password:
        raise InvalidOptionsError(
            f"base_url holds a user or a password for {parts.hostname}",
            hint=f"leave them out; the key comes from {KEY_VARIABLE} or api_key",
        )
    return url


def _parts(url: str) -> SplitResult | None:
    """The parts of a URL; none if it has no form, such as one whose port is no number."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _key_of_environment(url: str) -> SecretStr:
    key = os.environ.get(KEY_VARIABLE)
    if not key and url == OPENAI_URL:
        raise InvalidOptionsError(
            f"OpenAI's service needs a key, and {KEY_VARIABLE} is not set",
            hint=f"set {KEY_VARIABLE}, give api_key, or name another service with base_url; "
            "the embedder `local` needs neither",
        )
    return SecretStr(key or _NO_KEY)


def _checked_key(key: SecretStr) -> SecretStr:
    text = key.get_secret_value()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise InvalidOptionsError(
            "the key holds a blank, a line break or a letter that no request can carry",
            hint=f"copy it again, without what stands around it, into {KEY_VARIABLE} or api_key",
        )
    return key
