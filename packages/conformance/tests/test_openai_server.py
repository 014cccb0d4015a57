"""The local server answers as OpenAI's does, to its own client and to anybody's."""

import base64
import json
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import openai
import pytest
from loom_conformance import Fault, OpenAiServer

Post = Callable[..., Any]


@pytest.fixture
def client(openai_server: OpenAiServer) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=openai_server.url, api_key="sk-test", max_retries=0) as client:
        yield client


@pytest.fixture
def post(openai_server: OpenAiServer) -> Post:
    """Post JSON with nothing but the standard library."""

    def call(path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
        request = Request(f"{openai_server.url}{path}", json.dumps(body).encode())  # noqa: S310 - http
        with urlopen(request) as answer:  # noqa: S310
            return json.load(answer)

    return call


def refused(post: Post, path: str, **body: object) -> HTTPError:
    """The error that a request ends in; it holds a connection, which is closed."""
    with pytest.raises(HTTPError) as caught:
        post(path, **body)
    caught.value.close()
    return caught.value


def cosine(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_the_client_reads_embeddings(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    answer = client.embeddings.create(model="any", input=["kiwi and mango", "kiwi", "granite"])
    mixed, kiwi, rock = (each.embedding for each in answer.data)
    assert [each.index for each in answer.data] == [0, 1, 2]
    assert cosine(mixed, kiwi) > 0.4
    assert abs(cosine(kiwi, rock)) < 0.3
    assert answer.usage.prompt_tokens == 5
    assert openai_server.requests[0].body["encoding_format"] == "base64"


def test_base64_and_floats_are_the_same_numbers(post: Post) -> None:
    packed = post("/embeddings", model="any", input="kiwi", encoding_format="base64")
    plain = post("/embeddings", model="any", input=["kiwi"])
    numbers = plain["data"][0]["embedding"]
    unpacked = struct.unpack("<256f", base64.b64decode(packed["data"][0]["embedding"]))
    assert unpacked == pytest.approx(numbers, abs=1e-7)
    assert math.hypot(*numbers) == pytest.approx(1)


def test_dimensions_are_obeyed(client: openai.OpenAI) -> None:
    answer = client.embeddings.create(model="any", input="kiwi", dimensions=64)
    assert len(answer.data[0].embedding) == 64


def test_equal_texts_have_equal_embeddings(post: Post) -> None:
    first, second, other = post("/embeddings", input=["🚀", "🚀", "🔥"])["data"]
    assert first["embedding"] == second["embedding"] != other["embedding"]


@pytest.mark.parametrize("wrong", [None, [], "", ["a", ""], [1, 2], ["a"] * 2_049])
def test_input_that_makes_no_sense_is_refused(post: Post, wrong: object) -> None:
    assert refused(post, "/embeddings", input=wrong).code == 400


def test_a_text_beyond_the_models_length_is_refused(
    client: openai.OpenAI, openai_server: OpenAiServer
) -> None:
    openai_server.longest = 2
    assert client.embeddings.create(model="any", input=["kiwi", "two kiwis"]).data
    with pytest.raises(openai.BadRequestError, match="maximum context length is 2 tokens"):
        client.embeddings.create(model="any", input=["kiwi", "three ripe kiwis"])


def test_replies_come_in_the_order_of_the_script(
    client: openai.OpenAI, openai_server: OpenAiServer
) -> None:
    openai_server.reply("first", {"content": None, "tool_calls": []}, "third")
    asked = [{"role": "user", "content": "well?"}]
    said = [
        client.chat.completions.create(model="any", messages=asked).choices[0].message.content  # type: ignore[arg-type]
        for _ in range(3)
    ]
    assert said == ["first", None, "third"]
    assert openai_server.requests[2].body["messages"] == asked


def test_a_reply_that_nobody_scripted_is_an_error(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="no reply is scripted"):
        client.chat.completions.create(model="any", messages=[])


def test_models_are_listed_and_other_routes_are_not_there(
    client: openai.OpenAI, post: Post
) -> None:
    assert [model.id for model in client.models.list()] == ["scripted-chat", "term-embedding"]
    assert refused(post, "/images").code == 404


def test_the_key_is_recorded(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    client.models.list()
    assert openai_server.requests[0].headers["authorization"] == "Bearer sk-test"


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.UNAUTHORIZED, openai.AuthenticationError),
        (Fault.RATE_LIMIT, openai.RateLimitError),
        (Fault.SERVER_ERROR, openai.InternalServerError),
        (Fault.TRUNCATED, openai.APIConnectionError),
    ],
)
def test_a_fault_is_an_error_of_the_client(
    client: openai.OpenAI, openai_server: OpenAiServer, fault: Fault, error: type[Exception]
) -> None:
    openai_server.misbehave(fault)
    with pytest.raises(error):
        client.embeddings.create(model="any", input="kiwi")
    openai_server.behave()
    assert client.embeddings.create(model="any", input="kiwi").data


def test_a_slow_answer_is_late(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, seconds=60)
    with pytest.raises(openai.APITimeoutError):
        client.embeddings.create(model="any", input="kiwi", timeout=0.2)


def test_a_slow_answer_comes(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, times=1, seconds=0.1)
    assert client.embeddings.create(model="any", input="kiwi").data


def test_a_fault_lasts_as_often_as_it_is_told(
    client: openai.OpenAI, openai_server: OpenAiServer
) -> None:
    openai_server.misbehave(Fault.RATE_LIMIT, times=1, seconds=0.05)
    openai_server.misbehave(Fault.SERVER_ERROR, times=1)
    patient = client.with_options(max_retries=2)
    assert patient.embeddings.create(model="any", input="kiwi").data
    assert len(openai_server.requests) == 3


def test_a_rate_limit_says_when_to_come_again(openai_server: OpenAiServer, post: Post) -> None:
    openai_server.misbehave(Fault.RATE_LIMIT, times=1, seconds=1.5)
    headers = refused(post, "/embeddings", input="kiwi").headers
    assert (headers["Retry-After"], headers["Retry-After-Ms"]) == ("2", "1500")


def test_embeddings_are_spoiled(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    def spoiled(fault: Fault) -> list[Any]:
        openai_server.misbehave(fault, times=1)
        return client.embeddings.create(model="any", input=["kiwi", "mango"]).data

    assert len(spoiled(Fault.WRONG_COUNT)) == 1
    assert {len(each.embedding) for each in spoiled(Fault.WRONG_DIMENSION)} == {255}
    assert [each.index for each in spoiled(Fault.WRONG_ORDER)] == [1, 0]
    assert all(map(math.isnan, spoiled(Fault.NAN)[0].embedding))
    assert set(spoiled(Fault.ZEROS)[1].embedding) == {0.0}


def test_a_page_comes_where_json_was_expected(openai_server: OpenAiServer, post: Post) -> None:
    openai_server.misbehave(Fault.NOT_JSON, times=1)
    with pytest.raises(json.JSONDecodeError):
        post("/embeddings", input="kiwi")


def test_an_answer_may_have_no_choice(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    openai_server.reply("lost")
    openai_server.misbehave(Fault.NO_CHOICES, times=1)
    assert client.chat.completions.create(model="any", messages=[]).choices == []


def test_an_answer_may_break_off(client: openai.OpenAI, openai_server: OpenAiServer) -> None:
    openai_server.reply("all of", "all of it")
    openai_server.misbehave(Fault.CUT_SHORT, times=1)
    endings = [
        client.chat.completions.create(model="any", messages=[]).choices[0].finish_reason
        for _ in range(2)
    ]
    assert endings == ["length", "stop"]
