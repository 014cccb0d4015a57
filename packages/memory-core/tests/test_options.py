from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from loom_memory_core.backend import Backend
from loom_memory_core.errors import InvalidOptionsError
from loom_memory_core.options import build_options, option_fields
from loom_memory_core.url import StoreUrl
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, model_validator

SECRET = "hunter2"


def _even(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number


def _lower(text: str) -> str:
    if text != text.lower():
        raise InvalidOptionsError(f"{text} is not lower case", hint=f"write {text.lower()}")
    return text


class Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    url: StoreUrl
    retries: int = Field(default=3, ge=0, description="how often a write is tried again")
    wait: float | None = None
    read_only: bool = False
    level: Literal["full", "normal"] = "full"
    folder: Path = Path()
    namespace: Annotated[str, AfterValidator(_lower)] = Field(default="public", alias="schema")
    pairs: Annotated[int, AfterValidator(_even)] = 0
    api_key: SecretStr | None = Field(default=None, description="of the hosted service")
    login_token: str = "none"

    @model_validator(mode="after")
    def _one_of_two(self) -> "Options":
        if self.read_only and self.retries == 0:
            raise ValueError("read_only needs retries")
        return self


class Demanding(BaseModel):
    url: StoreUrl
    embedder: str = Field(description="which model embeds")


class Passing(BaseModel):
    url: StoreUrl
    pool_size: int = 4
    passthrough: dict[str, str] = Field(default_factory=dict)


Build = Callable[..., Any]


def _build(model: type[BaseModel]) -> Build:
    def build(query: str = "", **keywords: object) -> BaseModel:
        backend = Backend(
            name="acme",
            options=model,
            open=repr,  # type: ignore[arg-type]
            summary="For tests.",
            contract="1.0",
            matching="terms",
            verbs=(),
        )
        return build_options(backend, StoreUrl.parse(f"acme://h/db{query}"), keywords)

    return build


options: Build = _build(Options)
passing: Build = _build(Passing)


def test_parameters_of_the_url_are_parsed_from_text() -> None:
    built = options(
        "?retries=5&wait=1.5&read_only=true&level=normal&folder=/a%20b&schema=own&api_key=k"
    )
    assert (built.retries, built.wait, built.read_only, built.level) == (5, 1.5, True, "normal")
    assert (built.folder, built.namespace, built.api_key) == (Path("/a b"), "own", SecretStr("k"))
    assert built.url.database == "db"


def test_keywords_are_taken_as_they_are() -> None:
    built = options(retries=5, wait=1, read_only=True, schema="own", api_key="k")
    assert (built.retries, built.wait, built.read_only, built.namespace) == (5, 1, True, "own")


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"retries": "5"}, "acme option retries = '5': Input should be a valid integer"),
        ({"read_only": 1}, "acme option read_only = 1: Input should be a valid boolean"),
        ({"retries": -1}, "acme option retries = -1: Input should be greater than or equal to 0"),
        ({"pairs": 3}, "acme option pairs = 3: 3 is odd"),
        ({"read_only": True, "retries": 0}, "acme options: read_only needs retries"),
    ],
)
def test_a_bad_keyword_is_refused_by_name_and_value(keywords: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        options(**keywords)
    assert caught.value.message == told
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?retries=many", "acme option retries = 'many': Input should be a valid integer"),
        ("?retries=-1", "acme option retries = '-1': Input should be greater than"),
        ("?wait=soon", "acme option wait = 'soon': Input should be a valid number"),
        ("?read_only=maybe", "acme option read_only = 'maybe': Input should be a valid boolean"),
        ("?level=half", "acme option level = 'half': Input should be 'full' or 'normal'"),
        ("?pairs=3", "acme option pairs = '3': 3 is odd"),
    ],
)
def test_a_bad_parameter_is_refused_by_name_and_value(query: str, told: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        options(query)
    assert caught.value.message.startswith(told)


def test_the_hint_is_what_the_option_means() -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        options("?retries=many")
    assert caught.value.hint == "retries: how often a write is tried again"
    with pytest.raises(InvalidOptionsError) as caught:
        options("?level=half")
    assert caught.value.hint.startswith("its options are retries, wait")


def test_an_error_that_a_backend_raises_keeps_its_own_hint() -> None:
    for raising in (partial(options, "?schema=Own"), partial(options, schema="Own")):
        with pytest.raises(InvalidOptionsError) as caught:
            raising()
        assert (caught.value.message, caught.value.hint) == ("Own is not lower case", "write own")


@pytest.mark.parametrize(
    ("name", "guess"),
    [("retrys", "'retries'"), ("readonly", "'read_only'"), ("shcema", "'schema'"), ("zzz", None)],
)
def test_an_unknown_option_lists_the_known_and_guesses(name: str, guess: str | None) -> None:
    for raising in (partial(options, f"?{name}=1"), partial(options, **{name: 1})):
        with pytest.raises(InvalidOptionsError) as caught:
            raising()
        assert f"no option {name!r}; it knows retries, wait, read_only" in caught.value.message
        assert caught.value.hint == (f"did you mean {guess}?" if guess else "leave it out")


def test_an_option_in_both_places_is_refused() -> None:
    with pytest.raises(InvalidOptionsError, match="'retries' is given both"):
        options("?retries=5", retries=5)
    with pytest.raises(InvalidOptionsError, match="'schema' is given both"):
        options("?schema=a", schema="a")


@pytest.mark.parametrize("name", ["url", "passthrough", "namespace"])
def test_the_fields_that_are_no_options_cannot_be_set(name: str) -> None:
    with pytest.raises(InvalidOptionsError, match=f"no option '{name}'"):
        options(f"?{name}=x")


def test_a_required_option_says_what_it_is() -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        _build(Demanding)()
    assert caught.value.message == "acme option embedder: Field required"
    assert caught.value.hint == "embedder: which model embeds"


def test_parameters_that_the_model_does_not_know_pass_through() -> None:
    built = passing("?sslmode=disable&pool_size=2&host=/var/run")
    assert built.passthrough == {"sslmode": "disable", "host": "/var/run"}
    assert built.pool_size == 2
    assert passing(pool_size=2).passthrough == {}
    for name in ("url", "passthrough"):
        with pytest.raises(InvalidOptionsError, match=f"no option '{name}'"):
            passing(f"?{name}=x")
    with pytest.raises(InvalidOptionsError, match="no option 'sslmode'"):
        passing(sslmode="disable")


@pytest.mark.parametrize(
    ("build", "query", "keywords"),
    [
        (options, "", {"api_key": [SECRET]}),
        (options, "", {"login_token": [SECRET]}),
        (options, "", {"retries": f"http://ada:{SECRET}@h"}),
        (options, f"?retries=http://ada:{SECRET}@h", {}),
        (options, f"?unknown={SECRET}", {}),
        (options, f"?api_key={SECRET}", {"api_key": SECRET}),
        (passing, f"?password={SECRET}&pool_size=x", {}),
    ],
)
def test_no_refusal_shows_a_secret(build: Build, query: str, keywords: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        build(query, **keywords)
    assert SECRET not in f"{caught.value}{caught.value.__cause__}"
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_options_are_listed_by_the_name_a_caller_writes() -> None:
    assert list(option_fields(Options))[:6] == [
        "retries",
        "wait",
        "read_only",
        "level",
        "folder",
        "schema",
    ]
    assert option_fields(Passing).keys() == {"pool_size"}
