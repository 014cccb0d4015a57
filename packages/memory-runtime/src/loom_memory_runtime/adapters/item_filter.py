"""LangGraph's filters, answered exactly: equality, comparisons, nested fields."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from loom_memory_core import InvalidOptionsError

ORDERS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
"""Comparisons; they hold between two numbers or two texts, and never otherwise."""


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether an item's value has every field that a filter wants.

    Args:
        value: The item's value.
        wanted: Field to value, or to an object of operators such as ``{"$gte": 3}``.

    Raises:
        InvalidOptionsError: An operator is none of LangGraph's.

    Examples:
        >>> matches({"kind": "fact", "weight": 4}, {"kind": "fact", "weight": {"$gte": 3}})
        True
        >>> matches({"weight": "4"}, {"weight": {"$gte": 3}})
        False
    """
    return all(_is(value.get(field), each) for field, each in (wanted or {}).items())


def check_filter(wanted: object) -> None:
    """Refuse an operator that nobody knows before anything is looked for.

    Raises:
        InvalidOptionsError: An operator is none of LangGraph's.
    """
    if isinstance(wanted, Mapping):
        for name, each in wanted.items():
            _check_operator(name)
            check_filter(each)


def _check_operator(name: object) -> None:
    if isinstance(name, str) and name.startswith("$") and name not in {"$eq", "$ne", *ORDERS}:
        raise InvalidOptionsError(
            f"{name!r} is no operator of a filter",
            hint=f"use one of $eq, $ne, {', '.join(ORDERS)}",
        )


def _is(found: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_holds(found, name, each) for name, each in wanted.items())
        return isinstance(found, Mapping) and matches(found, wanted)
    return _equal(found, wanted)


def _holds(found: object, name: str, wanted: object) -> bool:
    if name in {"$eq", "$ne"}:
        return _equal(found, wanted) is (name == "$eq")
    return _comparable(found, wanted) and bool(ORDERS[name](found, wanted))


def _equal(found: object, wanted: object) -> bool:
    """As JSON has it: true is not 1, though 1 is 1.0."""
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(_is, found, wanted))
    return isinstance(found, bool) is isinstance(wanted, bool) and found == wanted


def _comparable(found: object, wanted: object) -> bool:
    return (isinstance(found, str) and isinstance(wanted, str)) or (
        _is_number(found) and _is_number(wanted)
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
