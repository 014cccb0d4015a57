"""The entry: one remembered thing, immutable, equal to another when their JSON is."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, Self
from uuid import uuid4

from pydantic import AfterValidator, AwareDatetime, BaseModel, Field, JsonValue
from pydantic import ValidationError as PydanticError

from loom_memory_core.errors import InvalidEntryError
from loom_memory_core.json_text import (
    all_finite,
    checked_json,
    checked_text,
    dump_json,
    is_plain,
    parse_json,
)
from loom_memory_core.shown import shown

MAX_ID_BYTES: Final = 256
"""Longest id, in bytes of UTF-8."""


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _random_id() -> str:
    return str(uuid4())


class MemoryEntry(BaseModel, frozen=True, strict=True, extra="forbid"):
    """One remembered thing: immutable, equal to another when their JSON is.

    Raises:
        InvalidEntryError: A field breaks its rule; the message names the place.

    Examples:
        >>> entry = MemoryEntry(content="Fail over db-7 with pg_ctl promote", role="runbook")
        >>> MemoryEntry.from_json(entry.to_json()) == entry
        True
    """

    content: JsonValue
    """What is remembered: any JSON value. Its text and numbers are what an index sees."""

    role: str | None = None
    """Who said it. ``None`` is absent: it is left out of the JSON."""

    timestamp: Annotated[AwareDatetime, AfterValidator(_in_utc)] | None = None
    """When it was remembered or said, in UTC, to the microsecond. Ties are normal."""

    meta: dict[str, JsonValue] | None = None
    """Carried and returned, never indexed and never searched."""

    id: str = Field(default_factory=_random_id)
    """Identifies the entry: a random UUID unless given. Not a uniqueness constraint."""

    if not TYPE_CHECKING:  # type checkers take the signature from the fields

        def __init__(self, /, *args: object, **fields: object) -> None:
            if args:
                raise _not_an_entry(args[0], f"MemoryEntry({shown(args[0])})")
            try:
                super().__init__(**_checked(fields))
            except PydanticError as error:
                raise _refusal(error) from None

        # pydantic's mark for an __init__ that parsing may pass by: from_stored does.
        __init__.__pydantic_base_init__ = True

    def to_json(self) -> str:
        """The one text that every backend stores.

        Returns:
            Compact JSON: absent fields left out, key order kept, never NaN.

        Raises:
            InvalidEntryError: An object inside was changed into something that is not JSON.

        Examples:
            >>> MemoryEntry(content={"likes": "tea"}, id="7").to_json()
            '{"content":{"likes":"tea"},"id":"7"}'
        """
        if _looks_right(self):
            try:
                text = _text_of(self)
                text.encode()
            except ValueError:
                pass  # the slow way below says which value it is, and where
            else:
                return text
        return _text_of(MemoryEntry(**_checked(self.__dict__)))  # type: ignore[arg-type]  # checked

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The entry of a JSON text.

        Args:
            text: What ``to_json`` wrote, or the same by hand; bytes are UTF-8.

        Raises:
            InvalidEntryError: It is not JSON or not an entry: NaN, repeated or
                unknown keys, numbers beyond the floats, or ``null`` for an absent field.

        Examples:
            >>> MemoryEntry.from_json('{"content": "likes tea", "role": "user"}').role
            'user'
        """
        value = parse_json(text)
        if not isinstance(value, dict):
            raise _not_an_entry(value, f"the JSON text {shown(text)}")
        return cls.from_fields(value)

    @classmethod
    def from_fields(cls, fields: Mapping[str, object]) -> Self:
        """The entry of a parsed JSON object: absent is left out, the time is text.

        Args:
            fields: The members of the object, by name.

        Raises:
            InvalidEntryError: The fields are not an entry's.
        """
        return cls(**_parsed_fields(fields))  # type: ignore[arg-type]  # checked by __init__

    @classmethod
    def from_stored(cls, text: str | bytes) -> Self:
        """The entry of a text that ``to_json`` wrote, not checked again.

        For backends that read their own rows; anything else belongs in ``from_json``.

        Args:
            text: What the row holds; bytes are UTF-8.

        Raises:
            InvalidEntryError: The text cannot be parsed, so the row is corrupt.
        """
        try:
            entry = cls.model_validate_json(text)
        except PydanticError as error:
            raise _refusal(error) from None
        if "id" not in entry.model_fields_set:
            raise InvalidEntryError(
                f"the stored text {shown(text)} has no id", hint="to_json writes one: it is damaged"
            )
        content, meta = entry.content, entry.meta
        if not ((type(content) is str or all_finite(content)) and (not meta or all_finite(meta))):
            raise InvalidEntryError(
                f"the stored text {shown(text)} holds a number that is not finite",
                hint="to_json never writes one: it is damaged",
            )
        return entry

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MemoryEntry):
            return NotImplemented
        return _text_of(self) == _text_of(other)

    def __hash__(self) -> int:
        return hash(_text_of(self))


def _looks_right(entry: MemoryEntry) -> bool:
    """Whether no field needs a second look; ``model_copy`` sets fields without a first one."""
    moment, name = entry.timestamp, entry.id
    return (
        is_plain(entry.content)
        and (entry.meta is None or (type(entry.meta) is dict and is_plain(entry.meta)))
        and (entry.role is None or type(entry.role) is str)
        and (moment is None or (type(moment) is datetime and moment.tzinfo is UTC))
        # A character has at most four bytes.
        and (type(name) is str and 0 < len(name) <= MAX_ID_BYTES // 4 and "\0" not in name)
    )


def _text_of(entry: MemoryEntry) -> str:
    """The JSON of an entry whose fields are taken to be right."""
    text = f'{{"content":{dump_json(entry.content)}'
    if entry.role is not None:
        text += f',"role":{dump_json(entry.role)}'
    if entry.timestamp is not None:
        text += f',"timestamp":"{entry.timestamp.isoformat()}"'
    if entry.meta is not None:
        text += f',"meta":{dump_json(entry.meta)}'
    return f'{text},"id":{dump_json(entry.id)}}}'


def _parsed_fields(value: Mapping[str, object]) -> dict[str, object]:
    """The constructor's arguments from a JSON object: no nulls, the time parsed."""
    for name in ("role", "timestamp", "meta", "id"):
        if name in value and value[name] is None:
            raise InvalidEntryError(f"{name} is null", hint=f"leave {name} out: absent is not null")
    timestamp = value.get("timestamp")
    if timestamp is None:
        return dict(value)
    return {**value, "timestamp": _parsed_time(timestamp)}


def _parsed_time(text: object) -> datetime:
    try:
        return datetime.fromisoformat(text)  # type: ignore[arg-type]  # TypeError is caught
    except (TypeError, ValueError):
        raise InvalidEntryError(
            f"timestamp is {shown(text)}, which is not an ISO 8601 time",
            hint='write it as "2026-11-30T12:00:00+00:00"',
        ) from None


def _checked(fields: Mapping[str, object]) -> dict[str, object]:
    """A copy of an entry's ``fields`` that shares nothing with the caller."""
    checked = {name: _CHECKS.get(name, _as_it_is)(value) for name, value in fields.items()}
    if "content" not in checked:
        raise InvalidEntryError(
            "content is missing", hint="pass MemoryEntry(content=...); None is allowed"
        )
    return checked


def _as_it_is(value: object) -> object:
    return value  # an unknown field, which pydantic refuses by name


def _checked_content(value: object) -> JsonValue:
    return checked_json(value, path="content")


def _checked_role(value: object) -> object:
    return checked_text(value, path="role") if isinstance(value, str) else value


def _checked_meta(value: object) -> object:
    return checked_json(value, path="meta") if isinstance(value, dict) else value


def _checked_id(value: object) -> object:
    if not isinstance(value, str):
        return value
    size = len(checked_text(value, path="id").encode())
    if 0 < size <= MAX_ID_BYTES and "\0" not in value:
        return str.__str__(value)
    raise InvalidEntryError(
        f"id is {shown(value)}, of {size} bytes; an id has 1 to {MAX_ID_BYTES} and no U+0000",
        hint="shorten it, or leave it out for a random UUID",
    )


def _checked_timestamp(value: object) -> object:
    if not isinstance(value, datetime):
        return value
    if value.utcoffset() is None:
        raise InvalidEntryError(
            f"timestamp {value.isoformat()} is naive: it has no time zone",
            hint="use datetime.now(UTC), or value.replace(tzinfo=...)",
        )
    try:
        utc = value.astimezone(UTC)
    except OverflowError:
        raise InvalidEntryError(
            f"timestamp {value.isoformat()} lies outside the years 1 to 9999 in UTC",
            hint="use a time inside them, or leave it out",
        ) from None
    return datetime.combine(utc.date(), utc.time(), tzinfo=UTC)


_CHECKS: Final = {
    "content": _checked_content,
    "role": _checked_role,
    "timestamp": _checked_timestamp,
    "meta": _checked_meta,
    "id": _checked_id,
}


def _not_an_entry(value: object, what: str) -> InvalidEntryError:
    return InvalidEntryError(
        f"{what} is a {type(value).__name__}, not an entry",
        hint=f'wrap it: MemoryEntry(content={shown(value)}); in JSON: {{"content": ...}}',
    )


def _refusal(error: PydanticError) -> InvalidEntryError:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "the entry"
    if first["type"] == "extra_forbidden":
        return InvalidEntryError(
            f"{place!r} is not a field of an entry",
            hint="fields are content, role, timestamp, meta, id; anything else goes into meta",
        )
    return InvalidEntryError(
        f"{place} is {shown(first['input'])}: {first['msg']}",
        hint="role and id are text, timestamp an aware datetime, meta a dict with text keys",
    )
