"""The tests of a contract class that a run takes, and those that it leaves out."""

from collections.abc import Sequence

import pytest

from loom_conformance.contract import MemoryStoreContract
from loom_conformance.promise import TIERS, Tier, case_behind


def name_by_id(items: Sequence[pytest.Item]) -> None:
    """Let ``-k search.thai`` find the case of that id."""
    for item in items:
        case = case_behind(getattr(item, "function", None))
        if case is not None:
            item.extra_keyword_matches.add(case.id)


def left_out(items: Sequence[pytest.Item], tier: Tier) -> list[pytest.Item]:
    """Cases of longer tiers; and all but one of a class that does not say what to test."""
    told: set[type] = set()
    return [item for item in items if _is_too_long(item, tier) or _is_told(item, told)]


def _is_too_long(item: pytest.Item, tier: Tier) -> bool:
    case = case_behind(getattr(item, "function", None))
    return case is not None and TIERS.index(case.tier) > TIERS.index(tier)


def _is_told(item: pytest.Item, told: set[type]) -> bool:
    """Whether another test of the class will say that it has no store."""
    contract: type | None = getattr(item, "cls", None)
    if contract is None or not _has_no_store(contract):
        return False
    if contract in told or case_behind(getattr(item, "function", None)) is None:
        return True
    told.add(contract)
    return False


def _has_no_store(contract: type) -> bool:
    givers = [base for base in contract.__mro__ if "store_factory" in vars(base)]
    return givers[:1] == [MemoryStoreContract]
