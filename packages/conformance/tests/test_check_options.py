"""Which names of options hold secrets, and which only sound like it."""

import pytest
from loom_conformance.check.probe.options import option_findings
from loom_memory_core import StoreUrl
from pydantic import BaseModel, ConfigDict, Field, SecretStr, create_model


def secrets(name: str, kind: object, **settings: bool) -> list[str]:
    """What is found about secrets in a model with one field beside the URL."""
    fields = {
        "url": (StoreUrl, Field(description="where")),
        name: (kind, Field(description="what", **settings)),  # type: ignore[call-overload]
    }
    config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
    model: type[BaseModel] = create_model("AcmeOptions", __config__=config, **fields)  # type: ignore[call-overload]
    return [each["message"] for each in option_findings(model) if each["id"] == "options.secrets"]


SECRET = [
    "password",
    "db_password",
    "passphrase",
    "token",
    "auth_token",
    "api_key",
    "apikey",
    "secret",
    "client_secret",
    "credentials",
    "access_key",
    "private_key",
    "dsn",
]


@pytest.mark.parametrize("name", SECRET)
def test_text_that_is_named_like_a_secret_must_be_hidden(name: str) -> None:
    assert len(secrets(name, str)) == 1
    assert len(secrets(name, str | None)) == 1
    assert secrets(name, SecretStr) == []
    assert secrets(name, SecretStr | None) == []


HARMLESS = {
    "max_tokens": int,
    "token_limit": int,
    "use_password": bool,
    "keyspace": str,
    "key_prefix": str,
    "tokenizer": str,
}


@pytest.mark.parametrize(("name", "kind"), HARMLESS.items())
def test_what_only_sounds_like_it_may_be_shown(name: str, kind: type) -> None:
    assert secrets(name, kind) == []


def test_what_passes_through_may_be_a_secret() -> None:
    assert len(secrets("passthrough", dict[str, str])) == 1
    assert secrets("passthrough", dict[str, str], repr=False) == []
