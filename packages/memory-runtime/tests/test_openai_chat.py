"""The chat model through the official client, against a real server that misbehaves."""

import traceback
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from loom_conformance import Fault, OpenAiServer
from loom_memory_core import InvalidOptionsError, LoomError
from loom_memory_runtime import (
    ChatMessage,
    ChatModel,
    ChatRefusedError,
    ChatReplyError,
    ChatUnavailableError,
    OpenAIChat,
)
from pydantic import SecretStr

KEY = "sk-a-secret-of-mine"
ASKED: list[ChatMessage] = [
    {"role": "system", "content": "Answer from the runbook."},
    {"role": "user", "content": "How does db-7 fail over?"},
]


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def chat(openai_server: OpenAiServer) -> Iterator[OpenAIChat]:
    with OpenAIChat(
        "any",
        base_url=openai_server.url,
        api_key=SecretStr(KEY),
        timeout_seconds=5,
        max_retries=0,
    ) as chat:
        yield chat


def test_a_reply_comes_back_whole(chat: OpenAIChat, openai_server: OpenAiServer) -> None:
    openai_server.reply("With pg_ctl promote.\n")
    model: ChatModel = chat
    assert model.complete(ASKED) == "With pg_ctl promote.\n"
    (request,) = openai_server.requests
    assert request.body["messages"] == ASKED
    assert request.body["model"] == "any"
    assert request.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("fault", "error", "says"),
    [
        (Fault.UNAUTHORIZED, ChatRefusedError, "Incorrect API key provided"),
        (Fault.RATE_LIMIT, ChatUnavailableError, "Rate limit reached"),
        (Fault.SERVER_ERROR, ChatUnavailableError, "The server had an error"),
        (Fault.TRUNCATED, ChatUnavailableError, "5 s an attempt, 1 attempts"),
        (Fault.NOT_JSON, ChatReplyError, r"(?s)Service unavailable.*most often ending in /v1"),
        (Fault.NO_CHOICES, ChatReplyError, "no choice"),
        (Fault.CUT_SHORT, ChatReplyError, "'length'"),
    ],
)
def test_each_fault_has_its_error(
    chat: OpenAIChat, openai_server: OpenAiServer, fault: Fault, error: type[LoomError], says: str
) -> None:
    openai_server.reply("With pg", "With pg_ctl promote.")
    openai_server.misbehave(fault, times=1)
    with pytest.raises(error, match=says) as caught:
        chat.complete(ASKED)
    assert f"any at {openai_server.url}: " in caught.value.message
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert chat.complete(ASKED).startswith("With pg")


def test_a_slow_server_is_given_up(openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, seconds=60)
    with (
        OpenAIChat("any", base_url=openai_server.url, timeout_seconds=0.2, max_retries=0) as chat,
        pytest.raises(ChatUnavailableError, match=r"0\.2 s an attempt"),
    ):
        chat.complete(ASKED)


def test_a_server_that_is_not_there(openai_server: OpenAiServer) -> None:
    gone = openai_server.url.replace("/v1", "").rpartition(":")[0] + ":9/v1"
    with (
        OpenAIChat("any", base_url=gone, max_retries=0) as chat,
        pytest.raises(ChatUnavailableError, match="is the server up"),
    ):
        chat.complete(ASKED)


def test_what_passes_by_is_asked_again(openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.RATE_LIMIT, times=1, seconds=0.01)
    openai_server.misbehave(Fault.SERVER_ERROR, times=1)
    openai_server.reply("At last.")
    with OpenAIChat("any", base_url=openai_server.url, max_retries=2) as chat:
        assert chat.complete(ASKED) == "At last."
    assert len(openai_server.requests) == 3


def test_a_route_that_is_not_there_is_refused(openai_server: OpenAiServer) -> None:
    with (
        OpenAIChat("any", base_url=f"{openai_server.url}/v2") as chat,
        pytest.raises(ChatRefusedError, match="OPENAI_MODEL, and the path"),
    ):
        chat.complete(ASKED)


@pytest.mark.parametrize(
    "message",
    [
        {"content": None, "refusal": "I would rather not."},
        *({"content": content} for content in ("", " \n", 5, [{"type": "text", "text": "Yes."}])),
    ],
)
def test_a_message_without_text_is_no_reply(
    chat: OpenAIChat, openai_server: OpenAiServer, message: dict[str, Any]
) -> None:
    openai_server.reply(message)
    with pytest.raises(
        ChatReplyError, match=r"no text; its refusal is (None|'I would rather not\.')"
    ):
        chat.complete(ASKED)


class OddServer(OpenAiServer):
    """One that answers with whatever it is told to."""

    odd: Any = None

    def answer(self, *_: object) -> Any:  # noqa: ANN401 - any JSON
        return self.odd


@pytest.mark.parametrize(
    "choices", [None, [], "Yes.", {"0": {}}, [None], ["Yes."], [{}], [{"message": "Yes."}]]
)
def test_an_answer_of_another_shape_is_no_reply(choices: object) -> None:
    with OddServer() as server, OpenAIChat("any", base_url=server.url) as chat:
        server.odd = {"choices": choices}
        with pytest.raises(ChatReplyError, match=r"no choice|no text"):
            chat.complete(ASKED)


@pytest.mark.parametrize("odd", [KEY, {"error": KEY}, {"choices": [{"message": {"refusal": KEY}}]}])
def test_a_key_in_an_answer_is_not_shown(odd: object) -> None:
    with OddServer() as server:
        server.odd = odd
        with (
            OpenAIChat("any", base_url=server.url, api_key=SecretStr(KEY)) as chat,
            pytest.raises(ChatReplyError, match=r"\*{10}") as caught,
        ):
            chat.complete(ASKED)
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_half_of_a_character_cannot_be_sent(chat: OpenAIChat) -> None:
    with pytest.raises(ChatRefusedError, match="half of a character"):
        chat.complete([{"role": "user", "content": "tea \ud83c"}])


def test_a_key_that_the_server_repeats_is_not_shown(openai_server: OpenAiServer) -> None:
    # The server names the route it lacks, as a careless proxy names the key it was given.
    with (
        OpenAIChat("any", base_url=f"{openai_server.url}/{KEY}", api_key=SecretStr(KEY)) as chat,
        pytest.raises(ChatRefusedError) as caught,
    ):
        chat.complete(ASKED)
    assert "**********" in caught.value.message.partition(": ")[2]
    assert caught.value.__cause__ is None


def test_nothing_secret_is_shown() -> None:
    url = "https://ada:pass@llm.example:8443/v1?token=abc"
    with OpenAIChat("any", base_url=url, api_key=SecretStr(KEY)) as chat:
        assert repr(chat) == "OpenAIChat('any', base_url='https://llm.example:8443/v1')"
        assert KEY not in repr(vars(chat))


def test_a_bare_key_is_refused() -> None:
    with pytest.raises(TypeError, match=r"pass SecretStr\(\.\.\.\)") as caught:
        OpenAIChat("any", api_key=KEY)  # type: ignore[arg-type]  # the mistake
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\n", f"{KEY} x", "ключ"])
def test_a_key_that_no_header_can_hold_is_refused(key: str) -> None:
    with pytest.raises(InvalidOptionsError, match="strip it") as caught:
        OpenAIChat("any", api_key=SecretStr(key))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        *("llm.example/v1", "ftp://llm.example/v1", "http://", "http://x:y/"),
        *(" http://llm.example/v1", "http://llm.example/v1\n", "http://llm. example/v1"),
    ],
)
def test_a_base_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="not an http or https URL"):
        OpenAIChat("any", base_url=url)


@pytest.mark.parametrize("seconds", [0, -1.5])
def test_an_attempt_takes_time(seconds: float) -> None:
    with pytest.raises(InvalidOptionsError, match=f"timeout_seconds is {seconds}"):
        OpenAIChat("any", base_url="http://llm.example/v1", timeout_seconds=seconds)


def test_openai_itself_needs_a_key() -> None:
    with pytest.raises(InvalidOptionsError, match="set OPENAI_API_KEY"):
        OpenAIChat("any")


def test_the_environment_names_a_model(
    openai_server: OpenAiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OpenAIChat.from_environment() is None
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_MODEL", "llama")
    openai_server.reply("Yes.")
    chat = OpenAIChat.from_environment()
    assert chat is not None
    with chat:
        assert chat.complete(ASKED) == "Yes."
    assert openai_server.requests[0].body["model"] == "llama"
    assert openai_server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_server_of_ones_own_needs_no_key(openai_server: OpenAiServer) -> None:
    openai_server.reply("Yes.")
    chat = OpenAIChat.from_environment({"OPENAI_BASE_URL": openai_server.url})
    assert chat is not None
    with chat:
        assert chat.complete(ASKED) == "Yes."
    assert openai_server.requests[0].body["model"] == "gpt-4o-mini"


def test_threads_share_one_model(chat: OpenAIChat, openai_server: OpenAiServer) -> None:
    openai_server.reply(*["Yes."] * 8)
    replies: list[str] = []
    threads = [Thread(target=lambda: replies.append(chat.complete(ASKED))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == ["Yes."] * 8
