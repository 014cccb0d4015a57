"""Turning the parameters of a URL and keyword options into the model of a backend."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel, SecretBytes, SecretStr, ValidationError
from pydantic.fields import FieldInfo

from loom_memory_core.backend import Backend
from loom_memory_core.errors import InvalidOptionsError, LoomError
from loom_memory_core.nearest import nearest
from loom_memory_core.url import StoreUrl

_RESERVED: Final = ("url", "passthrough")
_TELLTALE: Final = r"password|secret|token|key|credential|dsn"


def build_options(
    backend: Backend[Any], url: StoreUrl, keywords: Mapping[str, object]
) -> BaseModel:
    """The options of one store, from its URL and from keywords.

    Text from the URL is parsed; keywords are taken as they are.

    Raises:
        InvalidOptionsError: An option is unknown, is given twice, or cannot have its value.
    """
    model: type[BaseModel] = backend.options
    known = option_fields(model)
    takes_more = "passthrough" in model.model_fields
    _refuse_unknown(url.scheme, _unknown(url.query, known, takes_more=takes_more), known)
    _refuse_unknown(url.scheme, [name for name in keywords if name not in known], known)
    _refuse_twice(url, keywords)
    values: dict[str, object] = {"url": url, **keywords}
    values.update({name: _parsed(url, name, known) for name in url.query if name in known})
    if takes_more:
        values["passthrough"] = {n: text for n, text in url.query.items() if n not in known}
    try:
        return model.model_validate(values, strict=True)
    except ValidationError as error:
        raise _refusal(url.scheme, error, known) from None


def option_fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields that are options, by the name that a caller writes, in order."""
    return {
        field.validation_alias if isinstance(field.validation_alias, str) else name: field
        for name, field in model.model_fields.items()
        if name not in _RESERVED
    }


def _unknown(
    query: Mapping[str, str], known: Mapping[str, FieldInfo], *, takes_more: bool
) -> list[str]:
    return [name for name in query if name not in known and (name in _RESERVED or not takes_more)]


def _refuse_unknown(scheme: str, names: Iterable[str], known: Mapping[str, FieldInfo]) -> None:
    for name in names:
        guess = nearest(name, list(known))
        raise InvalidOptionsError(
            f"{scheme} has no option {name!r}; it knows {', '.join(known) or 'none'}",
            hint=f"did you mean {guess!r}?" if guess else "leave it out",
        )


def _refuse_twice(url: StoreUrl, keywords: Mapping[str, object]) -> None:
    for name in keywords:
        if name in url.query:
            raise InvalidOptionsError(
                f"the option {name!r} is given both in the URL and as a keyword",
                hint="keep one of the two",
            )


def _parsed(url: StoreUrl, name: str, known: Mapping[str, FieldInfo]) -> object:
    """What the text of a parameter means to its field, so that "5" is a number there."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - only a parameter needs it

    adapter = TypeAdapter[object](known[name].rebuild_annotation())
    try:
        return adapter.validate_strings(url.query[name], strict=False)
    except ValidationError as error:
        raise _refusal(url.scheme, error, known, option=name) from None


def _refusal(
    scheme: str,
    error: ValidationError,
    known: Mapping[str, FieldInfo],
    *,
    option: str | None = None,
) -> LoomError:
    """Pydantic's complaint, in Loom's words and without a secret in it."""
    problem = error.errors(include_url=False)[0]
    cause = problem.get("ctx", {}).get("error")
    if isinstance(cause, LoomError):
        return cause
    name = option or next((str(part) for part in problem["loc"]), "")
    field = known.get(name)
    message = problem["msg"].removeprefix("Value error, ")
    shown = _shown_value(name, field, problem["input"])
    meaning = field.description if field and field.description else None
    return InvalidOptionsError(
        f"{scheme} option {name}{shown}: {message}" if name else f"{scheme} options: {message}",
        hint=f"{name}: {meaning}" if meaning else f"its options are {', '.join(known) or 'none'}",
    )


def _shown_value(name: str, field: FieldInfo | None, value: object) -> str:
    secret = field is None or _holds_secret(field.annotation) or re.search(_TELLTALE, name)
    if secret or isinstance(value, dict) or "@" in repr(value):
        return ""
    return f" = {value!r:.60}"


def _holds_secret(annotation: object) -> bool:
    return annotation in {SecretStr, SecretBytes} or any(
        _holds_secret(each) for each in get_args(annotation)
    )
