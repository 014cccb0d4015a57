"""The client of OpenAI's protocol, over real HTTP to a server that misbehaves on request."""

import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from loom_conformance import Fault, OpenAiServer
from loom_memory_core import BackendUnavailableError, InvalidOptionsError, LoomError
from loom_memory_vector import CheckedEmbedder, Embedder, EmbeddingError, OpenAIEmbedder
from pydantic import SecretStr

KEY = "sk-proj-do-not-tell-anybody"

Maker = Callable[..., CheckedEmbedder]


@pytest.fixture(autouse=True)
def _no_keys_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def make(openai_server: OpenAiServer) -> Iterator[Maker]:
    made: list[CheckedEmbedder] = []

    def maker(
        model: str = "acme", *, family: str | None = None, retries: int = 0, seconds: float = 60
    ) -> CheckedEmbedder:
        embedder = OpenAIEmbedder(
            model,
            family=family,
            base_url=openai_server.url,
            api_key=SecretStr(KEY),
            timeout_seconds=seconds,
            max_retries=retries,
        )
        made.append(CheckedEmbedder(embedder))
        return made[-1]

    yield maker
    for each in made:
        each.close()


def sent(server: OpenAiServer) -> list[list[str]]:
    """The texts of each request."""
    return [request.body["input"] for request in server.requests]


def test_it_is_an_embedder(make: Maker) -> None:
    embedder = make()
    assert isinstance(embedder, Embedder)
    assert (embedder.model, embedder.dimension) == ("openai:acme", 256)
    assert embedder.fingerprint.family == "acme"


def test_texts_are_embedded_and_a_question_is_near_its_answer(make: Maker) -> None:
    embedder = make()
    vectors = embedder.embed_documents(["ripe kiwi", "granite", "ripe kiwi"])
    assert vectors.shape == (3, 256)
    assert np.array_equal(vectors[0], vectors[2])
    scores = vectors @ embedder.embed_query("kiwi")
    assert scores[0] > 0.5 > scores[1]


def test_vectors_come_as_base64_and_the_key_is_sent(
    make: Maker, openai_server: OpenAiServer
) -> None:
    make().embed_query("kiwi")
    for request in openai_server.requests:
        assert request.body["encoding_format"] == "base64"
        assert request.headers["authorization"] == f"Bearer {KEY}"


def test_a_known_model_is_asked_for_nothing_before_a_text(
    make: Maker, openai_server: OpenAiServer
) -> None:
    assert make("text-embedding-3-large").dimension == 3_072
    assert openai_server.requests == []


def test_the_dimension_of_an_unknown_model_is_asked_once(
    make: Maker, openai_server: OpenAiServer
) -> None:
    embedder = make()
    assert [embedder.dimension, embedder.fingerprint.dimension] == [256, 256]
    assert len(openai_server.requests) == 1


def test_prefixes_of_a_family_are_sent_and_differ(make: Maker, openai_server: OpenAiServer) -> None:
    plain = OpenAIEmbedder("nomic-embed-text", base_url=openai_server.url)
    plain.embed_documents(["kiwi"])
    plain.embed_query("kiwi")
    plain.close()
    assert sent(openai_server) == [["search_document: kiwi"], ["search_query: kiwi"]]
    assert make("nomic-embed-text").fingerprint.document_prefix == "search_document: "


def test_a_deployment_of_a_known_model_is_its_space(make: Maker) -> None:
    deployed = make("our-east-2", family="text-embedding-3-small")
    assert deployed.model == "openai:our-east-2"
    assert deployed.fingerprint.same_space(make("text-embedding-3-small").fingerprint)


def test_many_texts_are_several_requests_in_order(make: Maker, openai_server: OpenAiServer) -> None:
    texts = [f"number{at}" for at in range(300)]
    embedder = make()
    vectors = embedder.embed_documents(texts)
    assert [len(batch) for batch in sent(openai_server)] == [1, 256, 44]
    for at in (0, 255, 256, 299):
        assert np.array_equal(vectors[at], embedder.embed_query(texts[at]))


def test_an_answer_out_of_order_is_put_in_order(make: Maker, openai_server: OpenAiServer) -> None:
    embedder = make()
    right = embedder.embed_documents(["kiwi", "granite"])
    openai_server.misbehave(Fault.WRONG_ORDER)
    assert np.array_equal(embedder.embed_documents(["kiwi", "granite"]), right)


def test_a_text_beyond_the_models_length_is_its_beginning(
    make: Maker, openai_server: OpenAiServer
) -> None:
    openai_server.longest = 30
    embedder = make()
    long = " ".join(f"word{at}" for at in range(100))
    first, cut, last = embedder.embed_documents(["kiwi", long, "granite"])
    assert np.array_equal(first, embedder.embed_query("kiwi"))
    assert np.array_equal(last, embedder.embed_query("granite"))
    assert np.array_equal(cut, embedder.embed_query(long))
    assert cut @ embedder.embed_query("word3 word5") > 0.2
    assert abs(cut @ embedder.embed_query("word90 word91")) < 0.2


def test_a_refusal_that_no_cutting_helps_ends(make: Maker, openai_server: OpenAiServer) -> None:
    embedder = make()
    assert embedder.dimension == 256
    openai_server.longest = 0
    with pytest.raises(EmbeddingError, match="maximum context length is 0"):
        embedder.embed_documents(["a word " * 200, "kiwi"])
    assert len(openai_server.requests) < 12


def test_passing_faults_are_retried(make: Maker, openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.RATE_LIMIT, times=1, seconds=0.05)
    openai_server.misbehave(Fault.SERVER_ERROR, times=1)
    openai_server.misbehave(Fault.TRUNCATED, times=1)
    embedder = make(retries=3)
    assert embedder.embed_query("kiwi").shape == (256,)


@pytest.mark.parametrize(
    ("fault", "error", "words", "hint"),
    [
        (Fault.UNAUTHORIZED, BackendUnavailableError, "401", "OPENAI_API_KEY"),
        (Fault.RATE_LIMIT, BackendUnavailableError, "429", "wait"),
        (Fault.SERVER_ERROR, BackendUnavailableError, "500", "later"),
        (Fault.TRUNCATED, BackendUnavailableError, "could not be reached", "check that it runs"),
        (Fault.NOT_JSON, EmbeddingError, "else than a list of embeddings", "base_url"),
        (Fault.WRONG_COUNT, EmbeddingError, "1 embeddings for 2 texts", "embeddings"),
        (Fault.WRONG_DIMENSION, EmbeddingError, r"\(2, 255\), not \(2, 256\)", "model's name"),
        (Fault.NAN, EmbeddingError, "not finite", "try again"),
        (Fault.ZEROS, EmbeddingError, "a vector of zeros", "try again"),
    ],
    ids=lambda value: value.name if isinstance(value, Fault) else "",
)
def test_a_fault_is_an_error_that_says_what_to_do(
    make: Maker,
    openai_server: OpenAiServer,
    fault: Fault,
    error: type[LoomError],
    words: str,
    hint: str,
) -> None:
    embedder = make()
    assert embedder.dimension == 256
    openai_server.misbehave(fault)
    with pytest.raises(error, match=words) as caught:
        embedder.embed_documents(["kiwi", "granite"])
    assert "openai:acme" in caught.value.message
    assert "nothing was written" in caught.value.hint
    assert hint in caught.value.hint
    assert KEY not in "".join(traceback.format_exception(caught.value))
    openai_server.behave()
    assert embedder.embed_documents(["kiwi", "granite"]).shape == (2, 256)


def test_a_slow_service_is_given_up(make: Maker, openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, seconds=60)
    with pytest.raises(BackendUnavailableError, match="did not answer in time") as caught:
        make("text-embedding-3-small", seconds=0.2).embed_query("kiwi")
    assert caught.value.outcome == "not written"


def test_a_service_that_is_not_there(openai_server: OpenAiServer) -> None:
    url = openai_server.url.replace("/v1", "/nothing/here")
    lost = OpenAIEmbedder("acme", base_url=url, max_retries=0)
    with pytest.raises(BackendUnavailableError, match="no route") as caught:
        _ = lost.dimension
    assert "ending in /v1" in caught.value.hint
    lost.close()
    nobody = OpenAIEmbedder("acme", base_url="http://127.0.0.1:9/v1", max_retries=0)
    with pytest.raises(BackendUnavailableError, match="refused"):
        nobody.embed_query("kiwi")
    nobody.close()


def test_a_key_that_the_service_repeats_is_not_told(openai_server: OpenAiServer) -> None:
    with pytest.raises(BackendUnavailableError) as caught:
        OpenAIEmbedder(
            "acme",
            base_url=openai_server.url.replace("/v1", f"/{KEY}/sk-another-key"),
            api_key=SecretStr(KEY),
            max_retries=0,
        ).embed_query("kiwi")
    assert "there is no route /***/***" in caught.value.message


def test_the_key_comes_from_the_environment(
    openai_server: OpenAiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    embedder = OpenAIEmbedder("acme")
    assert embedder.dimension == 256
    assert openai_server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(vars(embedder))
    embedder.close()
    embedder.close()


def test_openais_own_service_needs_a_key_and_says_so_at_once() -> None:
    with pytest.raises(InvalidOptionsError, match="OPENAI_API_KEY is not set"):
        OpenAIEmbedder("text-embedding-3-small")


@pytest.mark.parametrize("key", ["", "sk- two", "sk-\n", "sk-é"])
def test_a_key_that_no_request_can_carry_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        OpenAIEmbedder("text-embedding-3-small", api_key=SecretStr(key))
    assert not key or key not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["localhost:11434/v1", "ftp://host/v1", "http://", "http://host:port/v1", "http://[::"]
)
def test_a_base_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="base_url is not the URL of a service"):
        OpenAIEmbedder("acme", base_url=url)


def test_a_password_in_the_base_url_is_refused_and_not_shown() -> None:
    with pytest.raises(InvalidOptionsError, match="a user or a password for host") as caught:
        OpenAIEmbedder("acme", base_url="https://me:secret@host/v1")
    assert "secret" not in str(caught.value)


def test_making_one_does_not_import_the_client() -> None:
    code = (
        "import sys; from loom_memory_vector import OpenAIEmbedder\n"
        "OpenAIEmbedder('text-embedding-3-small', base_url='http://host/v1').dimension\n"
        "print('openai' in sys.modules)"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], text=True, env=os.environ)
    assert printed.strip() == "False"
