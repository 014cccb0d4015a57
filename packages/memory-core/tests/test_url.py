import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core.errors import InvalidOptionsError
from loom_memory_core.url import StoreUrl
from pydantic import BaseModel, SecretStr, ValidationError

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
FILLED = TEXT.filter(bool)
SECRET = "hunter2"


def test_every_part_is_percent_decoded() -> None:
    url = StoreUrl.parse("postgresql://a%40a:p%2Fw%40@db.example:5432/my%20db?ssl%2Dmode=a%26b&x=")
    assert (url.scheme, url.user, url.host, url.port) == ("postgresql", "a@a", "db.example", 5432)
    assert url.password == SecretStr("p/w@")
    assert (url.path, url.database) == ("/my db", "my db")
    assert list(url.query.items()) == [("ssl-mode", "a&b"), ("x", "")]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("sqlite:///relative.db", "relative.db"),
        ("sqlite:////abs/path.db", "/abs/path.db"),
        ("sqlite:///a%23b%3Fc d%25.db", "a#b?c d%.db"),
        ("sqlite:///C:/loom.db", "C:/loom.db"),
        ("sqlite:///設備/café+1.db", "設備/café+1.db"),
        ("sqlite:///me@home.db", "me@home.db"),
        ("SQLITE:///x.db", "x.db"),
    ],
)
def test_a_file_is_named_after_the_third_slash(text: str, path: str) -> None:
    assert StoreUrl.parse(text).file_path().as_posix() == path


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("pg://[::1]:5432/x", "::1", 5432),
        ("pg://[fe80::1%25eth0]/x", "fe80::1%eth0", None),
        ("pg://%2Fvar%2Frun/x", "/var/run", None),
        ("pg://:5432/x", None, 5432),
        ("pg:///x", None, None),
        ("pg://bücher.example/x", "bücher.example", None),
        ("pg://u:p@[2001:db8::2]:1/x", "2001:db8::2", 1),
    ],
)
def test_hosts_of_every_kind(text: str, host: str | None, port: int | None) -> None:
    url = StoreUrl.parse(text)
    assert (url.host, url.port) == (host, port)
    assert StoreUrl.parse(url.with_secrets()) == url


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("", "sqlite:///memory.db"),
        ("notes.db", "sqlite:///notes.db"),
        ("/var/notes.db", "sqlite:////var/notes.db"),
        (r"C:\notes.db", r"sqlite:///C:\notes.db"),
        (":memory:", "memory://"),
        ("sqlite:///:memory:", "memory://"),
        ("sqlite://:memory:", "memory://"),
        ("sqlite:notes.db", "://"),
        (r"sqlite://C:\notes.db", "three slashes"),
        (" memory://", "strip()"),
        ("memory://\n", "strip()"),
        ("1x://h", "scheme://"),
        ("my_db://h", "scheme://"),
        ("x://h:0", "port"),
        ("x://h:65536", "port"),
        ("x://h:99999999999999999999999", "port"),
        ("x://h:٣", "port"),
        ("x://::1/", "[::1]"),
        ("x://[::1", "[::1]"),
        ("x://[::1]5/", "[::1]"),
        ("x://[not-six]/", "[::1]"),
        ("x://a.example,b.example/", "?host=a.example,b.example"),
        ("x://h\\y/", "file name"),
        ("x://a%3Ab/", "file name"),
        ("x://h/a#b", "%23"),
        ("x://h/?a", "?name=value"),
        ("x://h/?=a", "?name=value"),
        ("x://h/?a=1&", "?name=value"),
        ("x://h/?a=1&a=1", "keep one"),
        ("x://h/100%", "%25"),
        ("x://h/%ff", "UTF-8"),
        ("x://h/%00", "%00"),
        ("x://h/\ud800", "whole text"),
    ],
)
def test_a_malformed_url_is_refused_with_the_right_spelling(text: str, spelling: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        StoreUrl.parse(text)
    assert spelling in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql://ada:{SECRET}@@h/db",
        f"postgresql://ada:x@{SECRET}@h/db",
        f"postgresql://ada:{SECRET}/x@h/db",
        f"postgresql://ada:1234/{SECRET}@h/db",
        f"postgresql://ada:{SECRET}#x@h/db",
        f"postgresql://ada:{SECRET}?x@h/db",
        f"postgresql://ada:1?{SECRET}=x@h/db",
        f"postgresql://ada:{SECRET}",
        f"postgresql://ada:{SECRET}@h:port/db",
        f"postgresql://ada:{SECRET}@h:0/db",
        f"postgresql://ada:{SECRET}%@h/db",
        f"postgresql://ada:{SECRET}%ff@h/db",
        f"postgresql://ada:{SECRET}\n@h/db",
        f"postgresql://ada:{SECRET}@h/db?sslmode",
        f"postgresql://h/db?password={SECRET}&password={SECRET}",
        f"ada:{SECRET}@h/db",
        f"host=h password={SECRET}",
        f"sqlite://ada:{SECRET}@x.db?",
    ],
)
def test_no_error_shows_a_password(text: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        StoreUrl.parse(text).file_path()
    shown = f"{caught.value}{caught.value!r}{caught.value.__cause__}{caught.value.__dict__}"
    assert SECRET not in shown


def test_nothing_secret_is_shown_of_a_url() -> None:
    url = StoreUrl.parse(f"pg://ada:{SECRET}@[::1]:5/l%25m?api_key={SECRET}&b=")
    assert str(url) == "pg://***@[::1]:5/l%25m?api_key=***&b=***"
    assert repr(url) == f"StoreUrl('{url}')"
    assert SECRET not in f"{url:}{vars(url)['password']}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sqlite://x.db", "write sqlite:///x.db"),
        ("sqlite://data/x.db", "write sqlite:///data/x.db"),
        ("sqlite://ada@x.db", "write sqlite:///memory.db"),
        ("sqlite://", "write sqlite:///memory.db"),
        ("sqlite:///", "write sqlite:///memory.db"),
        ("sqlite:///%3Amemory%3A", "write sqlite:///memory.db"),
    ],
)
def test_a_backend_of_files_refuses_what_is_no_file(text: str, hint: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        StoreUrl.parse(text).file_path()
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize("value", [None, b"memory://", 5, ["memory://"], SecretStr("memory://")])
def test_what_is_no_text_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError, match="pass text"):
        StoreUrl.parse(value)  # type: ignore[arg-type]


@given(
    user=st.none() | FILLED,
    password=st.none() | TEXT,
    port=st.none() | st.integers(1, 65_535),
    path=TEXT.map("/{}".format).filter(lambda path: not path.strip("/").startswith(":memory:")),
    query=st.dictionaries(
        st.from_regex(r"[a-zA-Z0-9_.-]+", fullmatch=True).filter(lambda name: name[0] not in ".-"),
        TEXT,
    ),
)
def test_every_url_survives_its_own_text(
    user: str | None, password: str | None, port: int | None, path: str, query: dict[str, str]
) -> None:
    secret = None if password is None else SecretStr(password)
    url = StoreUrl("x+y.z-1", user, secret, "h.example", port, path, query)
    again = StoreUrl.parse(url.with_secrets())
    assert again == url
    assert hash(again) == hash(url)
    assert pickle.loads(pickle.dumps(url)) == url


@given(TEXT)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for url in (text, f"x://{text}", f"x://h/{text}", f"x://h?{text}"):
        try:
            parsed = StoreUrl.parse(url)
        except InvalidOptionsError:
            continue
        assert StoreUrl.parse(parsed.with_secrets()) == parsed


def test_a_field_takes_text_and_shows_no_secret() -> None:
    class Options(BaseModel):
        url: StoreUrl

    options = Options.model_validate({"url": f"pg://ada:{SECRET}@h/db"})
    assert options.url.host == "h"
    assert Options(url=options.url).url is options.url
    assert options.model_dump_json() == '{"url":"pg://***@h/db"}'
    assert Options.model_json_schema()["properties"]["url"]["type"] == "string"
    with pytest.raises(ValidationError, match="port that is not a number"):
        Options.model_validate({"url": "pg://h:x/"})


def test_a_wrapper_changes_the_scheme_alone() -> None:
    url = StoreUrl.parse("vector+postgresql://ada:p%40@h/db?x=1")
    inner = replace(url, scheme="postgresql")
    assert inner.with_secrets() == "postgresql://ada:p%40@h/db?x=1"
