from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from loom_memory_core.backend import Backend
from loom_memory_core.url import StoreUrl
from pydantic import BaseModel


class Options(BaseModel):
    url: StoreUrl


class NoUrl(BaseModel):
    path: str


def _backend(**changes: Any) -> Backend[Options]:  # noqa: ANN401 - wrong types on purpose
    fields: dict[str, Any] = {
        "name": "acme",
        "options": Options,
        "open": repr,
        "summary": "A store for tests.",
        "contract": "1.0",
        "matching": "terms",
        "verbs": ("search", "replace"),
    }
    return Backend(**(fields | changes))


def test_a_backend_is_a_frozen_value_with_its_verbs_in_order() -> None:
    backend = _backend(verbs=frozenset({"close", "search", "replace"}))
    assert backend.verbs == ("replace", "search", "close")
    assert hash(backend) == hash(_backend(verbs=["search", "close", "replace"]))
    assert (backend.scratch, backend.repair, backend.reindex) == (None, None, None)
    with pytest.raises(FrozenInstanceError):
        backend.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": 5}, "name is 5"),
        ({"summary": None}, "summary is None"),
        ({"contract": 1.0}, r"contract is 1\.0"),
        ({"options": Options(url=StoreUrl("acme"))}, "class made from pydantic"),
        ({"options": dict}, "class made from pydantic"),
        ({"open": None}, "open is None"),
        ({"scratch": "acme://"}, "scratch is 'acme://'"),
        ({"repair": 1}, "repair is 1"),
        ({"reindex": 1}, "reindex is 1"),
        ({"verbs": "search"}, "verbs is 'search'"),
        ({"verbs": 5}, "verbs is 5"),
    ],
)
def test_a_wrong_type_is_a_type_error(changes: dict[str, object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        _backend(**changes)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": " "}, "name is empty"),
        ({"summary": ""}, "summary is empty"),
        ({"contract": "1"}, "contract is '1'"),
        ({"contract": "1.0.0"}, r"contract is '1\.0\.0'"),
        ({"matching": "vectors"}, "matching is 'vectors'"),
        ({"options": NoUrl}, "NoUrl has no field 'url'"),
        ({"verbs": ["find"]}, "verbs holds 'find'; the optional verbs are replace, search"),
        ({"verbs": ["append"]}, "every store has it"),
    ],
)
def test_a_wrong_value_is_a_value_error(changes: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        _backend(**changes)
