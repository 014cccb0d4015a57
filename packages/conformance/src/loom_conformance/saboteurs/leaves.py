"""JSON values with their leaves, keys or objects changed, for saboteurs that change values."""

from collections.abc import Callable

from pydantic import JsonValue

Change = Callable[[JsonValue], JsonValue]


def mapped(value: JsonValue, change: Change) -> JsonValue:
    """``value`` with ``change`` done to each value inside it, the innermost first.

    Example:
        >>> mapped({"a": [1, True]}, lambda each: not each if each is True else each)
        {'a': [1, False]}
    """
    if isinstance(value, list):
        return change([mapped(each, change) for each in value])
    if isinstance(value, dict):
        return change({name: mapped(each, change) for name, each in value.items()})
    return change(value)


def in_text(change: Callable[[str], str]) -> Change:
    """A change that is done to text alone.

    Example:
        >>> mapped(["a", 1], in_text(str.upper))
        ['A', 1]
    """
    return lambda value: change(value) if isinstance(value, str) else value


def in_keys(change: Callable[[str], str]) -> Change:
    """A change that is done to the keys of objects.

    Example:
        >>> mapped({"a": "b"}, in_keys(str.upper))
        {'A': 'b'}
    """
    return lambda value: (
        {change(name): each for name, each in value.items()} if isinstance(value, dict) else value
    )


def names(value: JsonValue) -> list[str]:
    """The keys of an object and of all objects inside a value, in document order.

    Example:
        >>> names([{"a": {"b": 1}}, {"c": 2}])
        ['a', 'b', 'c']
    """
    if isinstance(value, list):
        return [name for each in value for name in names(each)]
    if isinstance(value, dict):
        return [name for key, each in value.items() for name in (key, *names(each))]
    return []


def depth(value: JsonValue) -> int:
    """How many lists and objects stand inside one another.

    Example:
        >>> depth([{"a": []}])
        3
    """
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0
