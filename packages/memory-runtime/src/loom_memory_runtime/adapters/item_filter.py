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

OPERATORS: Final = ("$eq", "$ne", *ORDERS)


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
    """Refuse what is no filter before anything is looked for.

    Raises:
        InvalidOptionsError: An operator is none of LangGraph's, stands where a field must, or
            has fields beside it.
        TypeError: It is no mapping.
    """
    if wanted is None:
        return
    if not isinstance(wanted, Mapping):
        raise TypeError(f"filter is {wanted!r}, a {type(wanted).__name__}; pass field to value")
    for field, each in wanted.items():
        if _is_operator(field):
            raise InvalidOptionsError(
                f"{field!r} stands in the filter where a field must",
                hint='operators stand below the field they compare: {"weight": {"$gte": 3}}',
            )
        _check_wanted(each)


def _check_wanted(wanted: object) -> None:
    if isinstance(wanted, list | tuple):
        for each in wanted:
            _check_wanted(each)
    elif isinstance(wanted, Mapping):
        has_operators = any(map(_is_operator, wanted))
        for name, each in wanted.items():
            if has_operators and name not in OPERATORS:
                raise InvalidOptionsError(
                    f"{name!r} is no operator of a filter", hint=f"use {', '.join(OPERATORS)}"
                )
            if not has_operators:
                _check_wanted(each)


def _is_operator(name: object) -> bool:
    return isinstance(name, str) and name.startswith("$")


def _is(found: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(map(_is_operator, wanted)):
            return all(_holds(found, name, each) for name, each in wanted.items())
        return isinstance(found, Mapping) and matches(found, wanted)
    if isinstance(wanted, list | tuple):
        return (
            isinstance(found, list) and len(found) == len(wanted) and all(map(_is, found, wanted))
        )
    return _equal(found, wanted)


def _holds(found: object, name: str, wanted: object) -> bool:
    if name in {"$eq", "$ne"}:
        return _equal(found, wanted) is (name == "$eq")
    return _comparable(found, wanted) and bool(ORDERS[name](found, wanted))


def _equal(found: object, wanted: object) -> bool:
    """As JSON has it, at any depth: true is not 1, though 1 is 1.0."""
    if isinstance(found, list) and isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(_equal, found, wanted))
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return found.keys() == wanted.keys() and all(
            _equal(each, wanted[name]) for name, each in found.items()
        )
    return isinstance(found, bool) is isinstance(wanted, bool) and found == wanted


def _comparable(found: object, wanted: object) -> bool:
    return (isinstance(found, str) and isinstance(wanted, str)) or (
        _is_number(found) and _is_number(wanted)
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
