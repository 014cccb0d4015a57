"""The refusals that every verb makes first: nothing is coerced, nothing is ignored."""

import sys
from collections.abc import Collection, Sequence
from typing import Final, Literal, overload

from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import InvalidKeyError
from loom_memory_core.shown import shown

MAX_KEY_BYTES: Final = 1_024
"""Longest key, in bytes of UTF-8."""


def check_key(key: object) -> str:
    """``key``, if it can name a list.

    Args:
        key: What the caller passed.

    Returns:
        The key as a plain ``str``, whatever subclass it was.

    Raises:
        TypeError: It is not text.
        InvalidKeyError: It is empty, longer than 1,024 bytes of UTF-8, or holds
            U+0000 or a lone surrogate.

    Examples:
        >>> check_key("user/ada")
        'user/ada'
        >>> check_key(7)
        Traceback (most recent call last):
            ...
        TypeError: key is 7, a int; a key is a str
    """
    if not isinstance(key, str):
        raise TypeError(f"key is {shown(key)}, a {type(key).__name__}; a key is a str")
    if not key:
        raise InvalidKeyError("key is empty", hint="name the list, for example 'user/ada'")
    if "\0" in key:
        raise InvalidKeyError(f"key {shown(key)} holds U+0000", hint="leave that character out")
    size = len(_encoded_key(key))
    if size > MAX_KEY_BYTES:
        raise InvalidKeyError(
            f"key {shown(key)} has {size} bytes of UTF-8, more than {MAX_KEY_BYTES}",
            hint="shorten it, for example by hashing its long part",
        )
    return str.__str__(key)


def _encoded_key(key: str) -> bytes:
    try:
        return key.encode()
    except UnicodeEncodeError as error:
        raise InvalidKeyError(
            f"key {shown(key)} holds the lone surrogate {key[error.start]!r}",
            hint="half of a character was cut off; build the key from whole text",
        ) from None


def check_entries(entries: object) -> list[MemoryEntry]:
    """``entries`` as a list, if it is a sequence of entries.

    Args:
        entries: What the caller passed.

    Returns:
        A new list of the same entries, in order.

    Raises:
        TypeError: It is something else, such as text, one bare entry, or an iterator.

    Examples:
        >>> [entry.content for entry in check_entries((MemoryEntry(content="likes tea"),))]
        ['likes tea']
        >>> check_entries(["likes tea"])
        Traceback (most recent call last):
            ...
        TypeError: entries[0] is 'likes tea', a str; wrap it: MemoryEntry(content=...)
    """
    if isinstance(entries, MemoryEntry):
        raise TypeError("entries is one MemoryEntry; put it into a list: [entry]")
    if isinstance(entries, str | bytes) or not isinstance(entries, Sequence):
        raise TypeError(
            f"entries is {shown(entries)}, a {type(entries).__name__}; "
            "pass a list: [MemoryEntry(content=...)]"
        )
    for at, entry in enumerate(entries):
        if not isinstance(entry, MemoryEntry):
            raise TypeError(
                f"entries[{at}] is {shown(entry)}, a {type(entry).__name__}; "
                "wrap it: MemoryEntry(content=...)"
            )
    return list(entries)


@overload
def check_limit(limit: object, *, required: Literal[True]) -> int: ...
@overload
def check_limit(limit: object, *, required: bool = False) -> int | None: ...
def check_limit(limit: object, *, required: bool = False) -> int | None:
    """``limit`` as a count that any engine can bind; a huge one means all.

    Args:
        limit: What the caller passed.
        required: Whether ``None``, which means all, is refused (``search`` does).

    Returns:
        A count from 0 to ``sys.maxsize``, or ``None``.

    Raises:
        TypeError: It is not an integer; a ``bool`` is refused too.
        ValueError: It is below 0.

    Examples:
        >>> check_limit(10)
        10
        >>> check_limit(10**100) == sys.maxsize
        True
        >>> check_limit(-1)
        Traceback (most recent call last):
            ...
        ValueError: limit is -1; pass a count of 0 or more
    """
    if limit is None and not required:
        return None
    if not isinstance(limit, int) or isinstance(limit, bool):
        raise TypeError(f"limit is {shown(limit)}, a {type(limit).__name__}; pass an int")
    if limit < 0:
        raise ValueError(f"limit is {limit}; pass a count of 0 or more")
    return min(int(limit), sys.maxsize)


def check_ids(ids: object) -> frozenset[str]:
    """``ids`` as a set, without those that no entry can have.

    Args:
        ids: What the caller passed.

    Returns:
        The ids; an empty one, or one with U+0000 or a lone surrogate, is left out.

    Raises:
        TypeError: It is not a collection of text; a bare ``str`` is refused too.

    Examples:
        >>> check_ids(["7", "7", ""])
        frozenset({'7'})
        >>> check_ids("7")
        Traceback (most recent call last):
            ...
        TypeError: ids is '7', a str; pass a collection of str: [entry.id]
    """
    if isinstance(ids, str | bytes) or not isinstance(ids, Collection):
        raise TypeError(
            f"ids is {shown(ids)}, a {type(ids).__name__}; pass a collection of str: [entry.id]"
        )
    return frozenset(each for each in map(_checked_id, ids) if _storable(each))


def check_expected(expected: object) -> list[str] | None:
    """``expected`` as a list of ids in order, or ``None``.

    Args:
        expected: What the caller passed to ``replace``.

    Returns:
        A new list, repeats kept; ``None``, for no expectation, stays ``None``.

    Raises:
        TypeError: It is not a sequence of text; a bare ``str`` is refused too.

    Examples:
        >>> check_expected(("7", "8"))
        ['7', '8']
    """
    if expected is None:
        return None
    if isinstance(expected, str | bytes) or not isinstance(expected, Sequence):
        raise TypeError(
            f"expected is {shown(expected)}, a {type(expected).__name__}; "
            "pass the ids in order: [entry.id for entry in read]"
        )
    return [_checked_id(each) for each in expected]


def _checked_id(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"the id {shown(value)} is a {type(value).__name__}; an id is a str")


def _storable(text: str) -> bool:
    try:
        return "\0" not in text and bool(text.encode())
    except UnicodeEncodeError:
        return False


def check_query(query: object) -> str:
    """``query``, if it is text; every text is a query.

    Args:
        query: What the caller passed.

    Returns:
        The query as a plain ``str``, whatever subclass it was.

    Raises:
        TypeError: It is not text.

    Examples:
        >>> check_query('tea OR "')
        'tea OR "'
    """
    if not isinstance(query, str):
        raise TypeError(f"query is {shown(query)}, a {type(query).__name__}; a query is a str")
    return str.__str__(query)


def check_prefix(prefix: object) -> str | None:
    r"""``prefix``, or ``None`` where no key can begin with it.

    Args:
        prefix: What the caller passed.

    Returns:
        The prefix as a plain ``str``; ``None`` if it holds U+0000 or a lone
        surrogate, so that there is nothing to look for.

    Raises:
        TypeError: It is not text.

    Examples:
        >>> check_prefix("user/")
        'user/'
        >>> print(check_prefix("user/\0"))
        None
    """
    if not isinstance(prefix, str):
        raise TypeError(f"prefix is {shown(prefix)}, a {type(prefix).__name__}; pass a str")
    return str.__str__(prefix) if not prefix or _storable(prefix) else None


def check_flag(flag: object, *, name: str) -> bool:
    """``flag``, if it is ``True`` or ``False``.

    Args:
        flag: What the caller passed.
        name: The argument's name, for the message.

    Returns:
        The same ``bool``.

    Raises:
        TypeError: It is anything else; nothing is taken for true.

    Examples:
        >>> check_flag(True, name="check")
        True
        >>> check_flag(1, name="check")
        Traceback (most recent call last):
            ...
        TypeError: check is 1, a int; pass True or False
    """
    if isinstance(flag, bool):
        return flag
    raise TypeError(f"{name} is {shown(flag)}, a {type(flag).__name__}; pass True or False")
