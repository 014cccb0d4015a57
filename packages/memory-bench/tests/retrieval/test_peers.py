"""The seam to other agent memories, with one that is installed here."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from loom_memory_bench.data.own import read_own
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.retrieval.bm25 import BM25
from loom_memory_bench.retrieval.peers import LOG, Peer, Vectorizer, peer_candidates
from loom_memory_bench.retrieval.run import measure_retrieval

PROGRAM = str(files("loom_memory_bench.retrieval") / "peer_program.py")
TURNS = read_own().conversations[0].turns


def started(name: str, folder: Path) -> "subprocess.Popen[str]":
    folder.mkdir()
    with (folder.parent / LOG).open("w") as said:
        return subprocess.Popen(
            [sys.executable, "-I", PROGRAM, name, folder, "64"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )


@pytest.fixture
def vectors() -> Vectorizer:
    return Vectorizer("hashing:64")


@pytest.fixture
def peer(vectors: Vectorizer, tmp_path: Path) -> Iterator[Peer]:
    with started("langgraph memory", tmp_path / "data") as process:
        yield Peer(process, vectors, folder=tmp_path / "data")
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_peer_finds_what_it_was_given(peer: Peer) -> None:
    peer.fill("k", TURNS)
    assert peer.version.startswith("langgraph ")
    said = str(TURNS[7].entry.content)
    found = peer.search("k", said, limit=5)
    assert found.turns[0] == TURNS[7].id
    assert len(found.turns) == 5
    assert found.seconds > 0
    assert peer.search("elsewhere", said, limit=5).turns == []


def test_a_text_may_come_twice_and_with_blanks(peer: Peer) -> None:
    twice = [turn._replace(entry=TURNS[0].entry, id=str(at)) for at, turn in enumerate(TURNS)]
    peer.fill("k", twice)
    assert len(peer.search("k", f"{TURNS[0].entry.content} ", limit=50).turns) == len(TURNS)


def test_a_peer_that_ends_says_why(vectors: Vectorizer, tmp_path: Path) -> None:
    with (
        started("no such peer", tmp_path / "data") as process,
        pytest.raises(BenchmarkError, match="the peer ended with 1: KeyError: 'no such peer'"),
    ):
        Peer(process, vectors, folder=tmp_path / "data")


def test_peers_that_cannot_be_installed_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    peers = peer_candidates("hashing:64")
    found = measure_retrieval([read_own()], [BM25, *peers], command="c", resamples=20)
    assert [each.name for each in found.arms] == ["BM25"]
    reasons = {each.name: each.reason for each in found.left_out}
    assert set(reasons) == {each.name for each in peers}
    assert set(reasons.values()) == {"peers are installed with uv, which is not on the PATH"}


def test_texts_are_embedded_once(vectors: Vectorizer) -> None:
    one, other, again = vectors(["a tram", "a lake", "a tram"])
    assert one == again != other
    assert vectors.dimension == 64
