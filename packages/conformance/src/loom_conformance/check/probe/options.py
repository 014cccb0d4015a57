"""The options model: documented, its secrets hidden, and the URL among its fields."""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from loom_memory_core import StoreUrl
from pydantic import BaseModel, SecretBytes, SecretStr
from pydantic.fields import FieldInfo

TELLTALE: Final = re.compile(
    r"(^|_)(pass(word|wd|phrase)|secret|token|credentials?|dsn|(api|access|private)_?key)($|_)"
)
"""Names of fields that hold secrets."""

Told = dict[str, str]


def option_findings(model: type[BaseModel]) -> list[Told]:
    """What is wrong with an options model."""
    return [*_documented(model), *_secrets(model), *_configured(model), *_url(model)]


def _documented(model: type[BaseModel]) -> Iterator[Told]:
    inherited = model.__doc__ == BaseModel.__doc__
    if inherited or not (model.__doc__ or "").strip():
        yield {
            "id": "options.documented",
            "message": f"{model.__name__} has no docstring",
            "hint": "say in a sentence what is configured; users read it",
            "weight": "advice",
        }
    for name, field in model.model_fields.items():
        if not (field.description or "").strip():
            yield {
                "id": "options.documented",
                "message": f"the field {name!r} of {model.__name__} has no description",
                "hint": f"{name}: ... = Field(..., description='what it does, and its unit')",
            }


def _secrets(model: type[BaseModel]) -> Iterator[Told]:
    for name, field in model.model_fields.items():
        if TELLTALE.search(name) and _is_shown(field):
            yield {
                "id": "options.secrets",
                "message": f"the field {name!r} of {model.__name__} is {_shown(field.annotation)}, "
                "which a log or a traceback shows",
                "hint": f"make it `{name}: SecretStr`; get_secret_value() gives what it hides",
            }
    passthrough = model.model_fields.get("passthrough")
    if passthrough is not None and passthrough.repr:
        yield {
            "id": "options.secrets",
            "message": f"the field 'passthrough' of {model.__name__} is shown in its repr",
            "hint": "write Field(..., repr=False): what passes through may be a secret",
        }


def _is_shown(field: FieldInfo) -> bool:
    """Whether it can hold text that its repr shows; a number of tokens is no secret."""
    hides = _holds(field.annotation, (SecretStr, SecretBytes))
    return _holds(field.annotation, (str, bytes)) and not hides


def _holds(annotation: Any, wanted: tuple[type, ...]) -> bool:  # noqa: ANN401 - any type expression
    if isinstance(annotation, type) and issubclass(annotation, wanted):
        return True
    return any(_holds(each, wanted) for each in get_args(annotation))


def _configured(model: type[BaseModel]) -> Iterator[Told]:
    settings = model.model_config
    shown = "a refused value, a secret as well, is printed in pydantic's message"
    wanted = {
        "hide_input_in_errors": (True, "options.hide-input", shown),
        "frozen": (True, "options.frozen", "a field can be changed under an open store"),
        "extra": ("forbid", "options.extra", "a misspelt field is ignored"),
    }
    for name, (value, found, why) in wanted.items():
        if settings.get(name) != value:
            yield {
                "id": found,
                "message": f"{model.__name__} has no {name}={value!r}: {why}",
                "hint": f"model_config = ConfigDict(..., {name}={value!r})",
            }


def _url(model: type[BaseModel]) -> Iterator[Told]:
    annotation = model.model_fields["url"].annotation
    if not _holds(annotation, (StoreUrl,)):
        yield {
            "id": "options.url",
            "message": f"the field 'url' of {model.__name__} is {_shown(annotation)}; "
            "it is given a StoreUrl",
            "hint": "write `url: StoreUrl = Field(description=...)`",
        }


def _shown(annotation: Any) -> str:  # noqa: ANN401 - any type expression
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)
