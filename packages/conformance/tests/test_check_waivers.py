"""The waivers in an sdist are those in the folder that it was made of."""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_conformance.check.waiver_file import Waived, waived_by
from loom_conformance.waivers import FILE_NAME

MODULE = "class TestBolt(MemoryStoreContract): ...\n"

FILES = {
    f"tests/deep/{FILE_NAME}": "deeper",
    f".cache/{FILE_NAME}": "hidden",
    f"build/{FILE_NAME}": "left out",
    f"tests/{FILE_NAME}": "ours",
    "tests/test_a_broken.py": "class (",
    "tests/test_bolt.py": MODULE,
    "tests/deep/test_other.py": MODULE.replace("Bolt", "Other"),
}


def folder_of(home: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = home / "bolt-1.0" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return home / "bolt-1.0"


def sdist_of(home: Path, files: dict[str, str]) -> Path:
    path = home / "bolt-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"bolt-1.0/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


@pytest.mark.parametrize("make", [folder_of, sdist_of], ids=["folder", "sdist"])
def test_the_waivers_nearest_to_the_root_count_with_the_class_beside(
    tmp_path: Path, make: Callable[[Path, dict[str, str]], Path]
) -> None:
    assert waived_by(make(tmp_path, FILES), None) == Waived("ours", "TestBolt")


@pytest.mark.parametrize("make", [folder_of, sdist_of], ids=["folder", "sdist"])
def test_where_there_are_none_nothing_is_waived(
    tmp_path: Path, make: Callable[[Path, dict[str, str]], Path]
) -> None:
    assert waived_by(make(tmp_path, {"tests/test_bolt.py": MODULE}), None) == Waived()


def test_a_file_that_is_linked_in_the_sdist_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bolt-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("bolt-1.0/waivers")
        member.size = 4
        archive.addfile(member, io.BytesIO(b"ours"))
        link = tarfile.TarInfo(f"bolt-1.0/tests/{FILE_NAME}")
        link.type, link.linkname = tarfile.LNKTYPE, "bolt-1.0/waivers"
        archive.addfile(link)
    assert waived_by(path, None) == Waived("ours")


def test_an_archive_that_is_no_tar_waives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bolt-1.0.zip"
    path.write_bytes(b"PK")
    assert waived_by(path, None) == Waived()
