"""JSON values and their one text: what may be stored, checked on the way in and out."""

import json
import math
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import Final

from pydantic import JsonValue

from loom_memory_core.errors import InvalidEntryError
from loom_memory_core.shown import shown

MAX_DEPTH: Final = 100
"""Deepest nesting of arrays and objects inside one value."""

MAX_DIGITS: Final = 4_300
"""Longest integer, in decimal digits: the limit of Python's own conversion."""

_TOO_LARGE: Final = 10**MAX_DIGITS

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def checked_json(value: object, *, path: str, depth: int = 0) -> JsonValue:
    """A plain copy of ``value``, if it is a JSON value that can be stored.

    Args:
        value: Anything.
        path: Where the value stands, for messages, such as ``content``.
        depth: How many containers enclose it.

    Raises:
        InvalidEntryError: It is not JSON, or breaks a limit; the message names the place.
    """
    match value:
        case None | bool():
            return value
        case str():
            return checked_text(value, path=path)
        case int() | float():
            return _checked_number(value, path)
        case list() | dict():
            return _checked_container(value, path, depth + 1)
    raise InvalidEntryError(
        f"{path} is a {type(value).__name__}, which JSON does not have",
        hint="store text, numbers, booleans, None, lists, and dicts with text keys",
    )


def _checked_container(
    value: list[object] | dict[object, object], path: str, depth: int
) -> JsonValue:
    if depth > MAX_DEPTH:
        raise InvalidEntryError(
            f"{path[:60]}... is nested more than {MAX_DEPTH} levels deep",
            hint="flatten the value, or store its text as one string",
        )
    if isinstance(value, list):
        return [
            checked_json(item, path=f"{path}[{at}]", depth=depth) for at, item in enumerate(value)
        ]
    return {
        _checked_name(name, path): checked_json(item, path=f"{path}.{name}", depth=depth)
        for name, item in value.items()
    }


def _checked_name(name: object, path: str) -> str:
    if isinstance(name, str):
        return checked_text(name, path=f"{path}, key {name!r}")
    raise InvalidEntryError(
        f"{path} has the key {shown(name)}, a {type(name).__name__}; JSON keys are text",
        hint="use str(...) of it as the key",
    )


def _checked_number(value: float, path: str) -> int | float:
    if isinstance(value, int):
        if -_TOO_LARGE < value < _TOO_LARGE:
            return int(value)
        raise InvalidEntryError(
            f"{path} is an integer of more than {MAX_DIGITS} digits",
            hint="store it as text",
        )
    if math.isfinite(value):
        return float(value)
    raise InvalidEntryError(
        f"{path} is {float(value)!r}, and JSON has finite numbers only",
        hint="store None or text in its place",
    )


def checked_text(text: str, *, path: str) -> str:
    """``text`` as plain ``str``, if it can be encoded as UTF-8.

    Raises:
        InvalidEntryError: It holds half of a surrogate pair.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidEntryError(
            f"{path} holds the lone surrogate {text[error.start]!r} at position {error.start}",
            hint="half of a character was cut off: "
            "text.encode('utf-8', 'replace').decode() gives storable text",
        ) from None
    return str.__str__(text)


def is_plain(value: object, *, depth: int = 0) -> bool:
    """Whether ``value`` is of JSON's own types alone and not nested too deep.

    What is left to find is what an encoder finds by itself: NaN, infinities, integers
    that are too long, and lone surrogates.
    """
    kind = type(value)
    if kind is str or value is None or kind is int or kind is float or kind is bool:
        return True
    if kind is list and depth < MAX_DEPTH:
        return all(is_plain(item, depth=depth + 1) for item in value)  # type: ignore[attr-defined]
    if kind is dict and depth < MAX_DEPTH:
        return all(
            type(name) is str and is_plain(item, depth=depth + 1)
            for name, item in value.items()  # type: ignore[attr-defined]
        )
    return False


def all_finite(value: object) -> bool:
    """Whether no number inside a JSON value is NaN or infinite."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return all(map(all_finite, value))
    if isinstance(value, dict):
        return all(map(all_finite, value.values()))
    return True


def dump_json(value: JsonValue) -> str:
    """The one compact JSON text of ``value``: key order kept, never NaN."""
    if type(value) is str:
        return encode_basestring(value)
    return _ENCODER.encode(value)


def parse_json(text: str | bytes) -> object:
    """The value of a JSON text, refusing what a lenient parser would guess at.

    Raises:
        InvalidEntryError: It is not JSON in UTF-8, repeats a key inside one
            object, holds NaN or a number beyond the floats, or is nested too deep.
    """
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        return json.loads(
            decoded,
            object_pairs_hook=_object_of_unique_keys,
            parse_constant=_no_constant,
            parse_float=_finite_float,
        )
    except InvalidEntryError:
        raise
    except RecursionError:
        raise InvalidEntryError(
            f"the JSON text is nested more than {MAX_DEPTH} levels deep",
            hint="flatten the value",
        ) from None
    except ValueError as error:
        raise InvalidEntryError(
            f"not JSON: {error}; it begins {shown(text)}",
            hint="give what to_json() wrote; for plain text make MemoryEntry(content=text)",
        ) from error


def _object_of_unique_keys(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for name, value in pairs:
        if name in result:
            raise InvalidEntryError(
                f"the key {name!r} stands twice in one JSON object",
                hint="keep one of the two; which one was meant cannot be guessed",
            )
        result[name] = value
    return result


def _no_constant(name: str) -> object:
    raise InvalidEntryError(
        f"the JSON text holds {name}, which is not a JSON number",
        hint="store null or text in its place",
    )


def _finite_float(digits: str) -> float:
    value = float(digits)
    if math.isfinite(value):
        return value
    raise InvalidEntryError(
        f"the number {digits[:60]} is beyond what a float can hold",
        hint="store it as text",
    )
