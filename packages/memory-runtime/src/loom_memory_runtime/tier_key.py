"""The key of a tier's list for one scope; no two pairs of tier and scope share one."""

from typing import Final

from loom_memory_core import InvalidKeyError

from loom_memory_runtime.tier import TIERS, Tier, check_tier

MAX_SCOPE_BYTES: Final = 300
"""Longest scope, in bytes of UTF-8: written out, it takes at most three times as many."""


def tier_key(tier: Tier, scope: str) -> str:
    """The key under which a tier keeps a scope's list.

    The scope stands in it as it is; only ``%`` and U+0000 are written as ``%25`` and ``%00``.

    Args:
        tier: One of the four.
        scope: Whom or what the list belongs to: any text of at most 300 bytes of UTF-8.

    Raises:
        TypeError: An argument is not text.
        ValueError: There is no such tier.
        InvalidKeyError: The scope is too long, or holds half of a surrogate pair.

    Examples:
        >>> tier_key("semantic", "team/db")
        'semantic/team/db'
        >>> tier_key("working", "100%")
        'working/100%25'
    """
    return f"{check_tier(tier)}/{encoded_scope(scope)}"


def tier_and_scope(key: str) -> tuple[Tier, str] | None:
    """The tier and the scope of a key; ``None`` for a key that ``tier_key`` does not make.

    Examples:
        >>> tier_and_scope("working/100%25")
        ('working', '100%')
        >>> tier_and_scope("user/ada") is None
        True
    """
    name, slash, encoded = key.partition("/")
    tier = next((each for each in TIERS if each == name), None)
    scope = decoded_scope(encoded)
    return (tier, scope) if tier and slash and scope is not None else None


def encoded_scope(scope: str, *, name: str = "scope") -> str:
    """``scope`` as a part of a key, from which it can be read back.

    Args:
        scope: Any text of at most 300 bytes of UTF-8.
        name: What the caller calls it, for the message.

    Raises:
        TypeError: It is not text.
        InvalidKeyError: It is too long, or holds half of a surrogate pair.
    """
    if not isinstance(scope, str):
        raise TypeError(f"{name} is {scope!r}, a {type(scope).__name__}; a {name} is a str")
    try:
        size = len(scope.encode())
    except UnicodeEncodeError as error:
        raise InvalidKeyError(
            f"{name} {scope[:60]!r} holds the lone surrogate {scope[error.start]!r}",
            hint="half of a character was cut off; build it from whole text",
        ) from None
    if size > MAX_SCOPE_BYTES:
        raise InvalidKeyError(
            f"{name} {scope[:60]!r} has {size} bytes of UTF-8, more than {MAX_SCOPE_BYTES}",
            hint="shorten it, for example by hashing its long part",
        )
    return scope.replace("%", "%25").replace("\0", "%00")


def decoded_scope(encoded: str) -> str | None:
    """The scope of a part of a key; ``None`` if ``encoded_scope`` does not write that part."""
    scope = encoded.replace("%00", "\0").replace("%25", "%")
    try:
        return scope if encoded_scope(scope) == encoded else None
    except InvalidKeyError:
        return None
