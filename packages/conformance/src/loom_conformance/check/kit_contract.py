"""The contract class of a check: it runs on what scratch gives, or on one live store."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from loom_memory_core import Backend, StoreUrl, discover, open_store, supports
from pydantic import BaseModel, ConfigDict

from loom_conformance.check.probe.backend import scratch_url
from loom_conformance.claim import Matching
from loom_conformance.contract import MemoryStoreContract
from loom_conformance.script import Step
from loom_conformance.subject import StoreFactory

FILE_NAME = "subject.json"


class KitSubject(BaseModel):
    """What the kit is run on."""

    model_config = ConfigDict(frozen=True)

    class_name: str
    """The contract class, which a waiver may name."""
    scheme: str
    url: str
    """A live store; empty for the backend's own scratch."""
    verbs: tuple[str, ...]
    matching: Matching
    durable: bool
    contract: str


class CheckedContract(MemoryStoreContract):
    """The contract on a store that is opened by its URL."""

    subject: ClassVar[KitSubject]
    keys_written: ClassVar[set[str]] = set()

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        """Opens the store of one case."""
        if self.subject.durable:
            return partial(open_store, self._url(tmp_path))
        store = open_store(self._url(tmp_path))
        return lambda: store

    def _url(self, folder: Path) -> str:
        return self.subject.url or scratch_url(_backend(self.subject.scheme), str(folder))

    @pytest.fixture(autouse=True)
    def emptied(self, request: pytest.FixtureRequest) -> Iterator[None]:
        """Leaves a live store empty after each case."""
        yield
        if self.subject.url and hasattr(request.node, "loom_trial"):
            _empty(self.subject.url, self.keys_written)
            self.keys_written.clear()


_backends: dict[str, Backend[BaseModel]] = {}


def _backend(scheme: str) -> Backend[BaseModel]:
    if scheme not in _backends:
        _backends.update(discover().backends)
    return _backends[scheme]


def _empty(url: str, written: set[str]) -> None:
    store = open_store(url)
    try:
        for key in [*store.keys()] if supports(store, "keys") else sorted(written):
            store.clear(key)
    finally:
        if supports(store, "close"):
            store.close()


def key_of(step: Step | str) -> str | None:
    """The key that a call has named, if it has, and it can be one."""
    if isinstance(step, str) or step.verb in {"keys", "inspect", "close"}:
        return None
    key = step.args[0] if step.args else step.options.get("key")
    is_key = isinstance(key, str) and key and len(key.encode(errors="replace")) <= 1_024  # noqa: PLR2004
    return (
        key if is_key and isinstance(key, str) and "\0" not in key and key.isprintable() else None
    )


def contract_class(folder: Path) -> type[CheckedContract]:
    """The class that the file beside it describes."""
    subject = KitSubject.model_validate_json((folder / FILE_NAME).read_text(encoding="utf-8"))
    attributes = {
        "__doc__": CheckedContract.__doc__,
        "subject": subject,
        "verbs": frozenset(subject.verbs),
        "matching": subject.matching,
        "durable": subject.durable,
        "contract": subject.contract,
    }
    return type(subject.class_name, (CheckedContract,), attributes)


def scheme_of(url: str) -> str:
    """The scheme of a store's URL.

    Examples:
        >>> scheme_of("sqlite:///memory.db")
        'sqlite'
    """
    return StoreUrl.parse(url).scheme
