"""Claim checks: a large value is stored once, and a small reference to it is handed on."""

import hashlib
import re
from typing import Final

from loom_memory_core import LoomError, MemoryEntry, MemoryStore, origins, taint, untainted
from pydantic import JsonValue

from loom_memory_runtime.json_value import json_text, json_value

CLAIM: Final = "$claim"
"""The one key of a reference."""

CLAIM_PREFIX: Final = "loom/claims/"
"""What stands before a value's hash in the key that holds it."""


_DIGEST: Final = re.compile("[0-9a-f]{64}")


class ClaimError(LoomError, LookupError):
    """The value behind a reference is gone, or is another one than was stored."""

    code = "claim"


def claim_check(
    value: JsonValue, store: MemoryStore, *, max_bytes: int = 16_384, preview_chars: int = 200
) -> JsonValue:
    """``value`` itself if it is small, else a reference to where it is stored.

    The same value is stored once, under its hash.

    Args:
        value: Any JSON value, such as what a tool gave.
        store: Keeps the value.
        max_bytes: The largest value that is handed on itself, as bytes of JSON in UTF-8.
        preview_chars: How much of the value's beginning stands in the reference.

    Returns:
        The value, or ``{"$claim": {"sha256": ..., "bytes": ..., "preview": ...}}``; a preview of
        a tainted value is tainted.

    Raises:
        InvalidEntryError: The value is not JSON.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> store = InMemoryStore()
        >>> reference = claim_check("lag " * 9_000, store, preview_chars=7)
        >>> reference["$claim"]["bytes"], reference["$claim"]["preview"]
        (36002, 'lag lag')
        >>> redeem(reference, store) == "lag " * 9_000
        True
    """
    text = json_text(value)
    size = len(text.encode())
    if size <= max_bytes and _claimed(value) is None:
        return json_value(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    key = f"{CLAIM_PREFIX}{digest}"
    if _stored(store, digest) is None:
        store.append(key, [MemoryEntry(content=None, meta={"value": text})])
    return {
        CLAIM: {"sha256": digest, "bytes": size, "preview": _preview(value, preview_chars)},
    }


def redeem(reference: JsonValue, store: MemoryStore) -> JsonValue:
    """The value behind a reference; a value that is no reference is given back as it is.

    Args:
        reference: What ``claim_check`` gave.
        store: The store that keeps the value.

    Raises:
        ClaimError: The value is gone, or what is stored has another hash.
    """
    digest = _claimed(reference)
    if digest is None:
        return reference
    text = _stored(store, digest)
    if text is None:
        raise ClaimError(
            f"no value of the hash {digest} is stored under {CLAIM_PREFIX}{digest}",
            hint="open the store that the claim was checked into; "
            "a value that was cleared or altered is lost",
        )
    return json_value(text)


def _claimed(value: JsonValue) -> str | None:
    match value:
        case {"$claim": {"sha256": str(digest)}, **others} if not others:
            return digest if _DIGEST.fullmatch(digest) else None
    return None


def _stored(store: MemoryStore, digest: str) -> str | None:
    """The text of that hash; another text under its key does not count."""
    for row in store.read(f"{CLAIM_PREFIX}{digest}"):
        match row.meta:
            case {"value": str(text)} if hashlib.sha256(text.encode()).hexdigest() == digest:
                return text
    return None


def _preview(value: JsonValue, chars: int) -> JsonValue:
    bare = untainted(value)
    preview: JsonValue = (bare if isinstance(bare, str) else json_text(bare))[:chars]
    for origin in reversed(origins(value)):
        preview = taint(preview, origin=origin)
    return preview
