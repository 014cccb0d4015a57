"""Other agent memories as contenders: each in an environment of its own, made for the run.

All of them search the vectors of the same embedder, so what differs is the store and not the model.
"""

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from loom_memory_core import searchable_text
from pydantic import JsonValue

from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking

if TYPE_CHECKING:
    from loom_memory_vector import CheckedEmbedder

REQUIREMENTS: Final = {
    "langgraph memory": ("langgraph>=1.2",),
    "langgraph sqlite": ("langgraph-checkpoint-sqlite>=3", "sqlite-vec"),
    "chroma": ("chromadb>=1.5",),
    "lancedb": ("lancedb>=0.25",),
    "mem0": ("mem0ai>=2",),
}
"""What each peer is installed from; the report says which version came."""

INSTALL_SECONDS: Final = 600


class Vectorizer:
    """The vectors of texts, each embedded once, as a peer program reads them.

    Args:
        name: Of the embedder, such as ``local``.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[str, str] = {}
        self._embedder: CheckedEmbedder | None = None

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._made().dimension

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """The base64 of little-endian float32, for each text."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            vectors = self._made().embed_documents(fresh)
            written = (b64encode(each.astype("<f4").tobytes()).decode() for each in vectors)
            self._known.update(zip(fresh, written, strict=True))
        return [self._known[text] for text in texts]

    def _made(self) -> "CheckedEmbedder":
        if self._embedder is None:
            try:
                from loom_memory_vector import make_embedder  # noqa: PLC0415 - an extra
            except ImportError as error:
                raise BenchmarkError(
                    f"peers search vectors, and loom-memory-vector cannot be imported: {error}",
                    hint="pip install 'loom-memory-core[bench]'",
                ) from error
            self._embedder = make_embedder(self._name)
        return self._embedder


class Peer:
    """One that runs in a process of its own.

    Args:
        process: Its program, just started.
        vectors: Gives the vectors that it searches.
        folder: Where it keeps its files.
    """

    def __init__(
        self, process: "subprocess.Popen[str]", vectors: Vectorizer, *, folder: Path
    ) -> None:
        self._process = process
        self._vectors = vectors
        self._folder = folder
        self.version: Final[str] = self._answer()["version"]

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Hand the turns over with their vectors."""
        texts = [searchable_text(turn.entry) for turn in turns]
        rows = [
            {"id": turn.id, "text": text, "vector": vector}
            for turn, text, vector in zip(turns, texts, self._vectors(texts), strict=True)
        ]
        self._ask({"do": "fill", "key": key, "rows": rows})

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The turns that it finds; the time is its own, without embedding the question."""
        (vector,) = self._vectors([query])
        asked = {"text": query, "vector": vector}
        found = self._ask({"do": "search", "key": key, "query": asked, "limit": limit})
        return Ranking(found["turns"], found["seconds"])

    def bytes(self) -> int | None:
        """What its folder takes."""
        return (
            sum(each.stat().st_size for each in self._folder.rglob("*") if each.is_file()) or None
        )

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        with suppress(BrokenPipeError):
            _stream(self._process.stdin).write(json.dumps(request) + "\n")
            _stream(self._process.stdin).flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        if line := _stream(self._process.stdout).readline():
            answer: dict[str, Any] = json.loads(line)
            return answer
        self._process.wait()
        said = (self._folder.parent / LOG).read_text(errors="replace").strip().splitlines()
        raise BenchmarkError(
            f"the peer ended with {self._process.returncode}: {said[-1] if said else 'no word'}",
            hint="leave it out, or look at what it needs",
        )


LOG: Final = "stderr.txt"


def _stream(stream: "IO[str] | None") -> "IO[str]":
    assert stream is not None  # noqa: S101 - both are pipes
    return stream


def peer_candidates(embedder: str) -> list[Candidate]:
    """Every peer, none of them required."""
    vectors = Vectorizer(embedder)
    return [_candidate(name, vectors, {"embedder": embedder}) for name in REQUIREMENTS]


def _candidate(name: str, vectors: Vectorizer, settings: dict[str, JsonValue]) -> Candidate:
    opened = partial(_opened, Stranger(name, vectors, settings))
    about = "vectors, in an environment of its own"
    return Candidate(name, about, opened, settings, required=False)


class Stranger(NamedTuple):
    """A peer that is not running yet."""

    name: str
    vectors: Vectorizer
    settings: dict[str, JsonValue]
    """Of its arm; they are told its version once it runs."""


@contextmanager
def _opened(stranger: Stranger, folder: Path) -> Iterator[Contender]:
    """The peer, installed and started."""
    name, vectors, settings = stranger
    place = folder / f"peer-{name.replace(' ', '-')}"
    data = place / "data"
    data.mkdir(parents=True)
    python = _installed(place / "env", REQUIREMENTS[name])
    program = files("loom_memory_bench.retrieval") / "peer_program.py"
    with (
        as_file(program) as path,
        (place / LOG).open("w") as said,
        subprocess.Popen(
            [python, "-I", path, name, data, str(vectors.dimension)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process,
    ):
        try:
            peer = Peer(process, vectors, folder=data)
            settings["version"] = peer.version
            yield peer
        finally:
            _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """Close its stdin, which ends it; one that does not end is killed."""
    with suppress(BrokenPipeError):
        _stream(process.stdin).close()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()


def _installed(place: Path, requirements: Sequence[str]) -> Path:
    """The Python of a new environment that holds ``requirements``."""
    uv = shutil.which("uv")
    if uv is None:
        raise BenchmarkError(
            "peers are installed with uv, which is not on the PATH", hint="pip install uv"
        )
    _run([uv, "venv", "--quiet", "--python", sys.executable, str(place)])
    python = place / "bin" / "python"
    _run([uv, "pip", "install", "--quiet", "--python", str(python), *requirements])
    return python


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise BenchmarkError(
            f"it was not installed within {INSTALL_SECONDS} s", hint="run it again"
        ) from error
    if done.returncode:
        said = " ".join(done.stderr.split())
        raise BenchmarkError(f"it cannot be installed: {said[:300]}", hint="look at its index")
