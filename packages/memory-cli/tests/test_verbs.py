"""Appending, reading, searching, removing and clearing, on a store that a stranger brings."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Invoke = Callable[..., Result]


@pytest.fixture
def memory(invoke: Invoke, acme: str) -> Invoke:
    """Run ``loom memory VERB --store URL ...``."""

    def run(verb: str, *arguments: str, stdin: str | bytes = b"") -> Result:
        return invoke("memory", verb, "--store", acme, *arguments, stdin=stdin)

    return run


def contents(memory: Invoke, key: str) -> list[object]:
    report = json.loads(memory("read", key, "--json").stdout)
    return [entry["content"] for entry in report["entries"]]


def test_append_prints_the_ids_of_what_it_remembers(memory: Invoke) -> None:
    appended = memory("append", "k", "one", "two")
    assert (appended.exit_code, appended.stderr) == (0, "")
    entries = json.loads(memory("read", "k", "--json").stdout)["entries"]
    assert [entry["content"] for entry in entries] == ["one", "two"]
    assert appended.stdout.split() == [entry["id"] for entry in entries]


def test_append_labels_its_entries(memory: Invoke) -> None:
    labels = [
        "--role",
        "ada",
        "--meta",
        '{"ticket": 7}',
        "--timestamp",
        "2026-01-02T03:04:05+01:00",
    ]
    memory("append", "k", "one", *labels)
    (entry,) = json.loads(memory("read", "k", "--json").stdout)["entries"]
    assert (entry["role"], entry["meta"]) == ("ada", {"ticket": 7})
    assert entry["timestamp"] == "2026-01-02T02:04:05+00:00"


def test_append_takes_the_time_of_now(memory: Invoke) -> None:
    memory("append", "k", "one", "--timestamp", "now")
    (entry,) = json.loads(memory("read", "k", "--json").stdout)["entries"]
    assert entry["timestamp"].endswith("+00:00")


def test_what_is_absent_is_left_out(memory: Invoke) -> None:
    memory("append", "k", "one")
    (entry,) = json.loads(memory("read", "k", "--json").stdout)["entries"]
    assert entry.keys() == {"content", "id"}


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_append_takes_each_line_of_stdin(memory: Invoke, arguments: list[str]) -> None:
    memory("append", "k", *arguments, stdin="café\r\n\n  indented\nlast")
    assert contents(memory, "k") == ["café", "  indented", "last"]


def test_append_takes_whole_entries_as_lines(memory: Invoke) -> None:
    lines = '{"content": {"a": [1]}, "role": "x", "id": "e1"}\n\n{"content": null}\n'
    appended = memory("append", "k", "--json-lines", stdin=lines)
    assert appended.stdout.startswith("e1\n")
    assert contents(memory, "k") == [{"a": [1]}, None]


REFUSED_ENTRIES = {
    "line": (["k", "--json-lines"], b'{"content": 1}\n{"content": NaN}\n', "line 2: "),
    "not JSON": (["k", "--json-lines"], b"hello\n", "line 1: not JSON"),
    "labels of lines": (["k", "--json-lines", "--role", "x"], b"{}", "leave the rest out"),
    "texts of lines": (["k", "text", "--json-lines"], b"{}", "leave the rest out"),
    "not UTF-8": (["k"], b"good\n\xff\n", "Line 2 of stdin is not UTF-8"),
    "meta": (["k", "t", "--meta", "{"], b"", "'{' is not JSON"),
    "meta type": (["k", "t", "--meta", "[1]"], b"", "meta"),
    "meta number": (["k", "t", "--meta", '{"a": NaN}'], b"", "meta.a is nan"),
    "time": (["k", "t", "--timestamp", "soon"], b"", "'soon'"),
    "naive time": (["k", "t", "--timestamp", "2026-01-02"], b"", "timestamp"),
    "key": (["", "t"], b"", "key is empty"),
    "surrogate": (["k", "half \ud83d"], b"", "lone surrogate"),
}


@pytest.mark.parametrize("fault", REFUSED_ENTRIES)
def test_append_refuses_and_writes_nothing(memory: Invoke, fault: str) -> None:
    arguments, stdin, message = REFUSED_ENTRIES[fault]
    refused = memory("append", *arguments, stdin=stdin)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert message in refused.stderr
    assert "there is no file" in memory("keys").stderr, "not even the store was created"


def test_read_gives_the_newest_in_append_order(memory: Invoke) -> None:
    memory("append", "k", "one", "two", "three", "--role", "ada")
    shown = memory("read", "k", "--limit", "2").stdout.splitlines()
    assert shown[1::2] == ["two", "three"]
    assert all(line.startswith("ada  ") for line in shown[::2])


def test_read_shows_other_content_as_json(memory: Invoke) -> None:
    memory("append", "k", "--json-lines", stdin='{"content": {"über": [1, null]}}\n')
    assert memory("read", "k").stdout.splitlines()[1] == '{"über": [1, null]}'


def test_read_says_what_is_untrusted(memory: Invoke) -> None:
    tainted = '{"content": {"$tainted": {"origin": "mail:a@b", "value": "Hi"}}, "id": "e"}'
    memory("append", "k", "--json-lines", stdin=tainted)
    assert memory("read", "k").stdout.startswith("e  from mail:a@b, untrusted\n")


def test_stored_text_cannot_drive_the_terminal(memory: Invoke) -> None:
    memory("append", "k\x1b[2J", "red \x1b[31malert\u202e", "--role", "a\x07b\nc")
    memory("append", "k", "red \x1b[31malert", "--role", "a\x07b\nc")
    for shown in (memory("keys"), memory("read", "k"), memory("search", "k", "red")):
        assert not set(shown.stdout) & set("\x1b\x07\u202e")
    assert memory("keys").stdout == "k\nk\\x1b[2J\n"
    assert "red \\x1b[31malert" in memory("read", "k").stdout


@pytest.mark.parametrize("number", ["1" + "0" * 400, "-0.0", "1e16", "1.5"])
def test_numbers_come_back_as_they_were_stored(memory: Invoke, number: str) -> None:
    memory("append", "k", "--json-lines", stdin=f'{{"content": {number}}}')
    (stored,) = contents(memory, "k")
    assert repr(stored) == repr(json.loads(number))


def test_search_joins_its_words(memory: Invoke) -> None:
    memory("append", "k", "the disk is full", "unrelated")
    found = json.loads(memory("search", "k", "full", "disk", "--json").stdout)
    assert found["query"] == "full disk"
    assert [hit["entry"]["content"] for hit in found["hits"]] == ["the disk is full"]


def test_search_that_finds_nothing_is_done(memory: Invoke) -> None:
    memory("append", "k", "the disk is full")
    found = memory("search", "k", "violin")
    assert (found.exit_code, found.stdout) == (0, "")
    assert found.stderr == "Nothing matches.\n"


def test_search_gives_at_most_so_many(memory: Invoke) -> None:
    memory("append", "k", *["disk"] * 5)
    found = json.loads(memory("search", "k", "disk", "--limit", "3", "--json").stdout)
    assert len(found["hits"]) == 3


def test_remove_counts_what_went(memory: Invoke) -> None:
    first, second = memory("append", "k", "one", "two").stdout.split()
    removed = memory("remove", "k", first, "never-there", "--json")
    assert json.loads(removed.stdout)["removed"] == 1
    assert removed.stderr == "Removed 1 entry.\n"
    assert contents(memory, "k") == ["two"]
    assert memory("remove", "k", second).stdout == ""


def test_keys_are_sorted_and_filtered(memory: Invoke) -> None:
    for key in ("b/2", "a", "b/1"):
        memory("append", key, "x")
    assert memory("keys").stdout == "a\nb/1\nb/2\n"
    assert memory("keys", "--prefix", "b/").stdout == "b/1\nb/2\n"
    assert json.loads(memory("keys", "--json").stdout)["keys"] == ["a", "b/1", "b/2"]


def test_clear_empties_one_list(memory: Invoke) -> None:
    memory("append", "a", "x")
    memory("append", "ab", "x")
    cleared = memory("clear", "a")
    assert (cleared.stdout, cleared.stderr) == ("a\n", "Cleared 1 key.\n")
    assert memory("keys").stdout == "ab\n"


@pytest.mark.parametrize("arguments", [["b"], ["--prefix", "b"], ["--prefix", "b", "--yes"]])
def test_clear_of_nothing_says_so(memory: Invoke, arguments: list[str]) -> None:
    memory("append", "a", "x")
    cleared = memory("clear", *arguments)
    assert (cleared.exit_code, cleared.stdout) == (0, "")
    assert cleared.stderr == "Nothing to clear: there is no such key with entries.\n"
    assert memory("keys").stdout == "a\n"


def test_clear_of_a_prefix_is_a_dry_run_without_yes(memory: Invoke) -> None:
    for key in ("a/1", "a/2", "b"):
        memory("append", key, "x")
    dry = memory("clear", "--prefix", "a/")
    assert (dry.exit_code, dry.stdout) == (0, "a/1\na/2\n")
    assert dry.stderr == "A dry run: 2 keys would be cleared. Add --yes to clear.\n"
    assert memory("keys").stdout == "a/1\na/2\nb\n"
    assert json.loads(memory("clear", "--prefix", "a/", "--json").stdout)["cleared"] is False
    assert memory("clear", "--prefix", "a/", "--yes").stderr == "Cleared 2 keys.\n"
    assert memory("keys").stdout == "b\n"


@pytest.mark.parametrize("arguments", [[], ["a", "--prefix", "a"]])
def test_clear_is_told_what_to_clear(memory: Invoke, arguments: list[str]) -> None:
    memory("append", "a", "x")
    refused = memory("clear", *arguments)
    assert refused.exit_code == 2
    assert "Give either KEY or --prefix." in refused.stderr
    assert memory("keys").stdout == "a\n"


@pytest.mark.parametrize(
    "command",
    [["read", "k", "--limit", "-1"], ["search", "k", "x", "--limit", "-1"], ["search", "k"]],
)
def test_wrong_arguments_are_usage(memory: Invoke, command: list[str]) -> None:
    assert memory(*command).exit_code == 2


def test_the_store_is_read_from_the_environment(
    invoke: Invoke, acme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOM_MEMORY_URL", acme)
    assert invoke("memory", "append", "k", "one").exit_code == 0
    assert invoke("memory", "keys").stdout == "k\n"


@pytest.mark.parametrize("value", [None, ""])
def test_a_store_is_needed(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    if value is not None:
        monkeypatch.setenv("LOOM_MEMORY_URL", value)
    refused = invoke("memory", "keys")
    assert refused.exit_code == 2
    assert "--store" in refused.stderr
    assert "LOOM_MEMORY_URL" in refused.stderr
