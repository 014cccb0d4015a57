"""LangGraph's namespaces: a tuple of labels, checked, and matched by its beginning or its end."""

from collections.abc import Sequence

from langgraph.store.base import MatchCondition
from loom_memory_core import InvalidOptionsError

Namespace = tuple[str, ...]


def namespace_of(labels: object) -> Namespace:
    """The labels as a tuple.

    Raises:
        TypeError: They are a bare text, whose letters are no labels, or one is no text.

    Examples:
        >>> namespace_of(["users", "ada"])
        ('users', 'ada')
    """
    if isinstance(labels, str):
        raise TypeError(f"{labels!r} is a str and no namespace; pass a tuple, as in ({labels!r},)")
    if isinstance(labels, Sequence) and all(isinstance(label, str) for label in labels):
        return tuple(labels)
    raise TypeError(f"{labels!r} is no namespace; pass a tuple of labels, each a str")


def fits(namespace: Namespace, condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends as the condition says; ``*`` is any one label."""
    path = tuple(condition.path)
    start = 0 if condition.match_type == "prefix" else len(namespace) - len(path)
    part = namespace[start : start + len(path)] if start >= 0 else ()
    return len(part) == len(path) and all(
        wanted in {"*", label} for label, wanted in zip(part, path, strict=True)
    )


def check_condition(condition: object) -> MatchCondition:
    """The condition, if LangGraph has such a one.

    Raises:
        InvalidOptionsError: It matches neither the beginning nor the end.
        TypeError: It is no condition, or its path no namespace.
    """
    if not isinstance(condition, MatchCondition):
        raise TypeError(f"{condition!r} is a {type(condition).__name__}; pass a MatchCondition")
    namespace_of(condition.path)
    if condition.match_type not in {"prefix", "suffix"}:
        raise InvalidOptionsError(
            f"{condition.match_type!r} is no way to match a namespace", hint="prefix or suffix"
        )
    return condition
