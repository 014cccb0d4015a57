"""What goes wrong underneath: the kit cannot see it, so each backend shows it for itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    MemoryEntry,
    StoreUrl,
    StoreWriteError,
    load,
    open_store,
)

from loom_memory_jsonl.key_file import KeyFile
from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.store import JsonlMemoryStore

Find = Callable[[], Path]

THREE = [MemoryEntry(content=number, id=str(number)) for number in range(3)]


@pytest.mark.parametrize("line", [b"{}", b'{"key": "k", "entry": {}}', b"", b"\xff", b"[1"])
def test_a_line_that_is_no_entry_is_named(
    store: JsonlMemoryStore, only_file: Find, line: bytes
) -> None:
    for entry in THREE:
        store.append("k", [entry])
    lines = only_file().read_bytes().split(b"\n")
    only_file().write_bytes(b"\n".join([lines[0], line, *lines[2:]]))
    with pytest.raises(CorruptEntryError) as caught:
        store.read("k", limit=2)
    assert (caught.value.key, caught.value.position) == ("k", 1)
    assert store.read("k", limit=1) == THREE[2:]


def test_the_files_of_other_keys_are_unhurt(store: JsonlMemoryStore, only_file: Find) -> None:
    store.append("k", THREE)
    only_file().write_bytes(b"{}\n")
    store.append("other", THREE)
    assert store.read("other") == THREE


def test_a_file_that_names_no_key_is_said(store: JsonlMemoryStore, folder: Path) -> None:
    (folder / "letter.jsonl").write_bytes(b'{"to": "ada"}\n')
    with pytest.raises(BackendUnavailableError, match=r"letter\.jsonl names no key"):
        store.keys()


def test_the_wait_for_another_writer_has_an_end(folder: Path) -> None:
    url = StoreUrl.parse(f"jsonl:///{folder}")
    store = JsonlMemoryStore(JsonlOptions(url=url, lock_timeout_seconds=0))
    with KeyFile(folder, "k").writing(0):
        store.append("other", THREE)
        with pytest.raises(StoreWriteError, match=r"\.lock"):
            store.append("k", THREE)
        assert store.read("k") == []
    store.append("k", THREE)
    assert store.read("k") == THREE


def test_what_cannot_be_read_is_said_by_every_verb(
    store: JsonlMemoryStore, only_file: Find, folder: Path
) -> None:
    store.append("k", THREE)
    only_file().rename(folder / "away")
    (folder / KeyFile(folder, "k").name).mkdir()
    for call in (
        lambda: store.read("k"),
        store.keys,
        lambda: store.replace("k", THREE, expected=["0"]),
    ):
        with pytest.raises(BackendUnavailableError, match="could not be read"):
            call()
    with pytest.raises(StoreWriteError, match="could not be written"):
        store.append("k", THREE)


def test_a_folder_that_is_not_there_can_be_required(folder: Path) -> None:
    with pytest.raises(BackendUnavailableError, match="is not a folder"):
        open_store(f"jsonl:///{folder}?create=false")


def test_a_file_is_no_folder(folder: Path) -> None:
    folder.write_text("a letter")
    with pytest.raises(BackendUnavailableError, match="could not be made"):
        open_store(f"jsonl:///{folder}")


def test_the_folder_is_a_dump(store: JsonlMemoryStore, folder: Path, tmp_path: Path) -> None:
    store.append("user/ада", THREE)
    store.append("other", THREE[:1])
    files = [path.read_bytes() for path in folder.glob("*.jsonl")]
    (tmp_path / "dump.jsonl").write_bytes(b"".join(files))
    loaded = open_store("memory://")
    load(loaded, tmp_path / "dump.jsonl")
    assert loaded.read("user/ада") == THREE
    assert loaded.read("other") == THREE[:1]
