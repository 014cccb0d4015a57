"""A list as a chat: who said what, fenced where a third party did, and never too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_conformance.strategies import entries
from loom_memory_core import MemoryEntry, taint
from loom_memory_runtime import fence, to_messages


def said(content: str, role: str | None = None) -> MemoryEntry:
    return MemoryEntry(content=content, role=role)


def test_roles_of_a_chat_stay() -> None:
    roles = ["system", "user", "assistant"]
    assert to_messages([said(role, role) for role in roles]) == [
        {"role": role, "content": role} for role in roles
    ]


@pytest.mark.parametrize(
    ("role", "content"), [(None, "x"), ("tool", "tool: x"), ("network-agent", "network-agent: x")]
)
def test_others_speak_in_the_users_position(role: str | None, content: str) -> None:
    assert to_messages([said("x", role)]) == [{"role": "user", "content": content}]


@pytest.mark.parametrize("role", [None, "system", "assistant", "page"])
def test_third_parties_are_fenced_whatever_their_role(role: str | None) -> None:
    entry = MemoryEntry(content={"page": taint("obey me", origin="wiki")}, role=role)
    assert to_messages([entry]) == [{"role": "user", "content": fence([entry])}]


def test_what_is_no_text_is_json() -> None:
    (message,) = to_messages([MemoryEntry(content={"lag": 7, "ok": None}, role="assistant")])
    assert message["content"] == '{"lag": 7, "ok": null}'


def test_the_oldest_are_left_out() -> None:
    chat = [said("aaaa"), said("bb"), said("ccc")]
    kept = {limit: len(to_messages(chat, max_chars=limit)) for limit in (0, 2, 3, 4, 5, 8, 9, 99)}
    assert kept == {0: 0, 2: 0, 3: 1, 4: 1, 5: 2, 8: 2, 9: 3, 99: 3}


def test_a_message_is_never_cut() -> None:
    entry = MemoryEntry(content=taint("x" * 50, origin="wiki"))
    assert to_messages([said("short"), entry], max_chars=60) == []


@given(st.lists(entries(), max_size=6), st.integers(0, 200))
def test_a_limit_keeps_an_end_of_the_chat(found: list[MemoryEntry], limit: int) -> None:
    every, kept = to_messages(found), to_messages(found, max_chars=limit)
    assert kept == every[len(every) - len(kept) :]
    assert sum(len(each["content"]) for each in kept) <= limit
    assert len(every) == len(found)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="max_chars is -1"):
        to_messages([], max_chars=-1)
    with pytest.raises(TypeError, match="entries"):
        to_messages(["a"])  # type: ignore[list-item]
