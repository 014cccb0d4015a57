"""What a user may write after ``embedder=``."""

from pathlib import Path

import pytest
from loom_memory_core import BackendLoadError, InvalidOptionsError
from loom_memory_vector import make_embedder
from pydantic import SecretStr


@pytest.mark.parametrize(
    ("name", "family", "dimension"),
    [
        ("local", "all-MiniLM-L6-v2", 384),
        ("hashing:8", "hashing", 8),
        ("openai:text-embedding-3-small", "text-embedding-3-small", 1_536),
        ("openai:our-east-2=text-embedding-3-large", "text-embedding-3-large", 3_072),
        ("openai:all-minilm:l6-v2", "all-MiniLM-L6-v2", 384),
    ],
)
def test_a_name_means_an_embedder(name: str, family: str, dimension: int) -> None:
    url = "http://localhost:11434/v1" if name.startswith("openai") else None
    embedder = make_embedder(name, base_url=url)
    assert embedder.fingerprint.family == family
    assert embedder.dimension == dimension
    assert embedder.model == name.partition("=")[0]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("", "use local"),
        ("locla", "did you mean local?"),
        ("openai", "did you mean openai?"),
        ("openai:", "did you mean openai?"),
        ("hashing", "did you mean hashing?"),
        ("hashing:abc", "did you mean hashing?"),
        ("hashing:-1", "did you mean hashing?"),
        ("hashing:٣", "did you mean hashing?"),
        ("local:8", "did you mean local?"),
        ("all-MiniLM-L6-v2", "use local"),
        ("a b:c", "use local"),
    ],
)
def test_a_name_that_means_none_is_refused_with_what_would(name: str, hint: str) -> None:
    with pytest.raises(InvalidOptionsError, match="names no embedder") as caught:
        make_embedder(name)
    assert hint in caught.value.hint
    assert "openai:MODEL" in caught.value.hint


@pytest.mark.parametrize("name", ["local", "hashing:8", "os:path"])
def test_what_is_for_a_service_is_refused_elsewhere(name: str) -> None:
    with pytest.raises(InvalidOptionsError, match=f"base_url is not for embedder={name}"):
        make_embedder(name, base_url="http://localhost/v1")
    with pytest.raises(InvalidOptionsError, match="api_key is not for") as caught:
        make_embedder(name, api_key=SecretStr("sk-secret"))
    assert "secret" not in str(caught.value)


ACME = """
from loom_memory_vector import Fingerprint, HashingEmbedder


class Toy(HashingEmbedder):
    model = "acme:toy"

    def __init__(self):
        super().__init__(16)


class Needy(Toy):
    def __init__(self, key):
        raise AssertionError


class Quitter(Toy):
    def __init__(self):
        raise SystemExit(3)


class Mute:
    fingerprint, model, dimension = {}, "mute", True

    def embed_documents(self, texts):
        return []


class Torn(Toy):
    dimension = 8


class Holder:
    toy = Toy()


toy = Toy()
number = 5


def make_toy():
    return Toy()


def make_nothing():
    return None
"""


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"acme_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(ACME)
    monkeypatch.syspath_prepend(tmp_path)
    return name


@pytest.mark.parametrize("attribute", ["Toy", "toy", "make_toy", "Holder.toy"])
def test_an_embedder_of_ones_own(acme: str, attribute: str) -> None:
    embedder = make_embedder(f"{acme}:{attribute}")
    assert embedder.model == "acme:toy"
    assert embedder.embed_documents(["kiwi"]).shape == (1, 16)


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("absent", "has no absent"),
        ("Holder.absent", r"has no Holder\.absent"),
        ("number", "is a int, and no embedder"),
        ("make_nothing", "it has no method embed_documents"),
        ("Torn", "its dimension is 8, and its fingerprint's another"),
        ("Mute", "it has no method embed_query; its fingerprint is a dict, not a Fingerprint"),
    ],
)
def test_what_is_no_embedder_is_refused(acme: str, attribute: str, words: str) -> None:
    with pytest.raises(InvalidOptionsError, match=words):
        make_embedder(f"{acme}:{attribute}")


@pytest.mark.parametrize(
    ("attribute", "words"),
    [("Needy", "failed with TypeError"), ("Quitter", "failed with SystemExit: 3")],
)
def test_a_maker_that_fails_is_told(acme: str, attribute: str, words: str) -> None:
    with pytest.raises(BackendLoadError, match=words):
        make_embedder(f"{acme}:{attribute}")


@pytest.mark.parametrize("source", ["import acme_absent", "raise SystemExit(2)", "def"])
def test_a_module_that_fails_is_told(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"broken_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BackendLoadError, match=f"importing {name} failed with") as caught:
        make_embedder(f"{name}:Toy")
    assert caught.value.__cause__ is not None


def test_a_module_that_is_not_there_is_told() -> None:
    with pytest.raises(BackendLoadError, match="No module named 'acme_absent'"):
        make_embedder("acme_absent.models:Toy")
