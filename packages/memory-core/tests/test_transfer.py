"""Dump, load and copy: in order, resumable, and twice is once."""

import gzip
import io
import json
from pathlib import Path

import pytest
from loom_memory_core import (
    ConflictError,
    CorruptEntryError,
    InMemoryStore,
    InvalidEntryError,
    InvalidKeyError,
    MemoryEntry,
    Policy,
    VerbUnsupportedError,
    copy,
    dump,
    load,
)


def filled() -> InMemoryStore:
    store = InMemoryStore()
    store.append("b", [MemoryEntry(content=f"b{number}") for number in range(2_500)])
    store.append("a", [MemoryEntry(content={"text": "é\0\n"}, role="user"), MemoryEntry(content=0)])
    return store


def dumped(store: InMemoryStore, **options: str) -> str:
    out = io.StringIO()
    dump(store, out, **options)  # type: ignore[arg-type]  # only text options here
    return out.getvalue()


def loaded(store: InMemoryStore, text: str, policy: Policy = Policy.REFUSE) -> int:
    return load(store, io.BytesIO(text.encode()), policy=policy).written


def line(key: str, content: object, **fields: object) -> str:
    return json.dumps({"key": key, "entry": {"content": content, **fields}}) + "\n"


def contents(store: InMemoryStore, key: str) -> list[object]:
    return [entry.content for entry in store.read(key)]


def test_a_dump_loads_into_equal_lists_and_dumps_to_the_same_text() -> None:
    text = dumped(filled())
    other = InMemoryStore()
    assert loaded(other, text) == 2_502
    assert dumped(other) == text
    assert loaded(other, text) == 0
    assert [json.loads(each)["key"] for each in text.splitlines()[:3]] == ["a", "a", "b"]


def test_a_dump_of_a_prefix() -> None:
    assert {json.loads(each)["key"] for each in dumped(filled(), prefix="a").splitlines()} == {"a"}


def test_a_prefix_of_the_file_is_continued() -> None:
    text = dumped(filled())
    other = InMemoryStore()
    other.append("b", filled_list(text, "b")[:1_200])
    assert loaded(other, text) == 1_302
    assert dumped(other) == text


def filled_list(text: str, key: str) -> list[MemoryEntry]:
    store = InMemoryStore()
    loaded(store, text)
    return store.read(key)


def test_lines_of_a_key_may_lie_apart() -> None:
    store = InMemoryStore()
    loaded(store, line("a", 1) + line("b", 2) + "\n" + line("a", 3))
    assert (contents(store, "a"), contents(store, "b")) == ([1, 3], [2])


def test_a_line_without_an_id_gets_the_same_one_each_time() -> None:
    text = line("a", "x") + line("a", "x") + line("b", "x")
    store = InMemoryStore()
    assert loaded(store, text) == 3
    assert loaded(store, text) == 0
    assert len({entry.id for key in "ab" for entry in store.read(key)}) == 3


def test_another_list_is_refused_with_its_first_differing_line() -> None:
    store = InMemoryStore()
    loaded(store, line("a", "x") + line("a", "y"))
    with pytest.raises(ConflictError, match=r"'a' holds 2 entries .* first at line 4"):
        loaded(store, line("b", 0) + line("a", "x") + "\n" + line("a", "z"))
    assert contents(store, "a") == ["x", "y"]
    with pytest.raises(ConflictError, match="going on for 1 more after line 1"):
        loaded(store, line("a", "x"))


def test_append_puts_the_file_behind_and_twice_is_once() -> None:
    store = InMemoryStore()
    store.append("a", [MemoryEntry(content="old")])
    text = line("a", "x") + line("a", "y")
    assert loaded(store, text, Policy.APPEND) == 2
    assert loaded(store, text, Policy.APPEND) == 0
    assert contents(store, "a") == ["old", "x", "y"]


def test_append_completes_what_a_killed_run_left() -> None:
    store = InMemoryStore()
    text = line("a", "x") + line("a", "y")
    store.append("a", [MemoryEntry(content="old"), *filled_list(text, "a")[:1]])
    assert loaded(store, text, Policy.APPEND) == 1
    assert contents(store, "a") == ["old", "x", "y"]


def test_replace_makes_the_file_the_whole_list() -> None:
    store = InMemoryStore()
    store.append("a", [MemoryEntry(content="old")])
    report = load(store, io.BytesIO(line("a", "x").encode()), policy=Policy.REPLACE)
    assert (report.replaced, report.written, contents(store, "a")) == (1, 1, ["x"])


BAD_LINES = [
    ("not json\n", InvalidEntryError, "line 2: not JSON"),
    ("[1]\n", InvalidEntryError, "line 2: the line"),
    ('{"key": "a"}\n', InvalidEntryError, "line 2: the line"),
    ('{"key": "a", "entry": "text"}\n', InvalidEntryError, "line 2: key is a str and entry a str"),
    ('{"key": "a", "entry": {"text": 1}}\n', InvalidEntryError, "line 2: "),
    (line("", "x"), InvalidKeyError, "line 2: key is empty"),
    (line("a", "x", role=None), InvalidEntryError, "line 2: role is null"),
    (line("a", "x")[:-5], InvalidEntryError, "line 2: not JSON"),
]


@pytest.mark.parametrize(("bad", "error", "message"), BAD_LINES)
def test_a_bad_line_is_named_and_nothing_is_written(
    bad: str, error: type[Exception], message: str
) -> None:
    store = InMemoryStore()
    with pytest.raises(error, match=message):
        loaded(store, line("a", "good") + bad)
    assert list(store.keys()) == []


def test_a_file_with_a_mark_and_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf" + (line("a", 1) + line("a", 2)).encode().replace(b"\n", b"\r\n")
    )
    store = InMemoryStore()
    assert load(store, path).written == 2
    assert contents(store, "a") == [1, 2]


def test_a_file_open_as_text_is_refused() -> None:
    with pytest.raises(TypeError, match="open as text"):
        load(InMemoryStore(), io.StringIO(line("a", 1)))  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("data", "message"),
    [(gzip.compress(b"x"), "compressed with gzip"), ("x".encode("utf-16"), "in UTF-16")],
    ids=["gzip", "utf-16"],
)
def test_a_file_of_another_form_is_named(data: bytes, message: str) -> None:
    with pytest.raises(InvalidEntryError, match=message):
        load(InMemoryStore(), io.BytesIO(data))


class Pipe(io.BytesIO):
    """Bytes that cannot be read twice."""

    def seekable(self) -> bool:
        return False


def test_a_pipe_is_read_once() -> None:
    store = InMemoryStore()
    load(store, Pipe((line("a", 1) + line("b", 2)).encode()))
    assert list(store.keys()) == ["a", "b"]


def test_copy_is_exact_and_twice_changes_nothing() -> None:
    source, target = filled(), InMemoryStore()
    seen: list[tuple[int, int]] = []
    copy(source, target, progress=lambda done, total: seen.append((done, total)))
    assert dumped(target) == dumped(source)
    assert seen[-1] == (2_502, 2_502)
    assert copy(source, target).written == 0


class OneBadRow(InMemoryStore):
    """Reads as a durable store does whose key ``b`` holds a corrupt row."""

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        if key == "b":
            raise CorruptEntryError(key, 0)
        return super().read(key, limit=limit)

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        return super().read(key)[1:], 1


def test_corrupt_rows_stop_a_dump_unless_they_may_be_skipped() -> None:
    store = OneBadRow()
    store.append("b", [MemoryEntry(content=0), MemoryEntry(content=1)])
    with pytest.raises(CorruptEntryError):
        dumped(store)
    report = dump(store, io.StringIO(), skip_corrupt=True)
    assert (report.entries, report.corrupt) == (1, 1)


def test_a_store_without_keys_cannot_be_dumped() -> None:
    class Unlisted:
        append, read, clear = InMemoryStore.append, InMemoryStore.read, InMemoryStore.clear

    with pytest.raises(VerbUnsupportedError, match="'keys'"):
        dump(Unlisted(), io.StringIO())


@pytest.mark.parametrize("policy", ["refuse", "replace", "nonsense", None])
def test_a_policy_that_is_none_writes_nothing(policy: Policy) -> None:
    store = filled()
    with pytest.raises(TypeError, match="pass a Policy"):
        loaded(store, line("a", "new"), policy)
    with pytest.raises(TypeError, match="pass a Policy"):
        copy(filled(), store, policy=policy)
    assert contents(store, "a") == [{"text": "é\0\n"}, 0]
