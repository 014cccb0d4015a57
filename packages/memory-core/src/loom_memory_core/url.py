"""The URL that names a store, taken apart once and never shown with its secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, SecretStr
from pydantic_core import CoreSchema, core_schema

from loom_memory_core.errors import InvalidOptionsError
from loom_memory_core.url_parts import decoded, split_authority, split_query, split_url

_HIDDEN: Final = "***"


@dataclass(frozen=True, repr=False)
class StoreUrl:
    """Where a store is: the parts of its URL, percent-decoded.

    A field of this type in an options model takes the text of a URL as well. Its
    ``repr`` and ``str`` hide the user, the password and the values of the parameters.

    Examples:
        >>> url = StoreUrl.parse("postgresql://ada:p%40ss@db.example:5432/loom?sslmode=disable")
        >>> url.host, url.port, url.database, url.query
        ('db.example', 5432, 'loom', {'sslmode': 'disable'})
        >>> print(url)
        postgresql://***@db.example:5432/loom?sslmode=***
    """

    scheme: str
    """In lower case; which backend serves it."""

    user: str | None = None
    password: SecretStr | None = None

    host: str | None = None
    """A name, an address (IPv6 without its brackets), or the folder of a socket."""

    port: int | None = None

    path: str = ""
    """With its leading slash: ``/loom``, ``/relative.db``, ``//var/absolute.db``."""

    query: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The parameters, in the order they were written; each stands once."""

    @classmethod
    def parse(cls, url: str) -> Self:
        """The parts of ``url``.

        Args:
            url: Such as ``sqlite:///memory.db``; user, password, host, path and
                parameters percent-encoded.

        Raises:
            TypeError: ``url`` is not text.
            InvalidOptionsError: It is malformed; the message shows no piece of it
                that may belong to a password.
        """
        if not isinstance(url, str):
            raise TypeError(f"url is a {type(url).__name__}; pass text: 'sqlite:///memory.db'")
        pieces = split_url(url)
        authority = split_authority(pieces.authority)
        return cls(
            scheme=pieces.scheme,
            user=authority.user,
            password=None if authority.password is None else SecretStr(authority.password),
            host=authority.host,
            port=authority.port,
            path=decoded(pieces.path),
            query=split_query(pieces.query),
        )

    @property
    def database(self) -> str:
        """The path without its first slash: the name of a database or of a file."""
        return self.path.removeprefix("/")

    def file_path(self) -> Path:
        """The file that the URL names, for a backend that keeps its store in one.

        Three slashes begin a name beside the working directory, four one at the root.

        Raises:
            InvalidOptionsError: It names a host, a user or a port, or no file.

        Examples:
            >>> StoreUrl.parse("sqlite:////var/lib/loom.db").file_path().as_posix()
            '/var/lib/loom.db'
        """
        if self.host or self.user or self.password or self.port:
            name = "memory.db" if self.user or self.password else f"{self.host}{self.path}"
            raise InvalidOptionsError(
                f"the {self.scheme} URL names a host, and the store is a file",
                hint=f"write {self.scheme}:///{_shown(name)}; "
                f"at the root, {self.scheme}:////var/lib/memory.db",
            )
        if self.database in {"", ":memory:"}:
            raise InvalidOptionsError(
                f"the {self.scheme} URL names no file", hint=f"write {self.scheme}:///memory.db"
            )
        return Path(self.database)

    def redacted(self) -> str:
        """The URL, safe to show in a message or a log.

        Returns:
            Scheme, host, port, path, and the names of the parameters; ``***`` stands
            for the user with the password, and for each value.

        Examples:
            >>> StoreUrl.parse("postgresql://ada:secret@db.example/loom").redacted()
            'postgresql://***@db.example/loom'
        """
        login = "" if self.user is None and self.password is None else f"{_HIDDEN}@"
        query = "&".join(f"{_shown(name)}={_HIDDEN}" for name in self.query)
        place = login + self._place(_shown(self.host or "").replace("/", "%2F"))
        return f"{self.scheme}://{place}{_shown(self.path)}{query and '?' + query}"

    def with_secrets(self) -> str:
        """The URL as text, its password and every value included.

        For a driver that takes a URL. Never for a message, a log or a file.
        """
        query = "&".join(f"{_encoded(name)}={_encoded(text)}" for name, text in self.query.items())
        place = self._login() + self._place(quote(self.host or "", safe=":"))
        path = quote(self.path, safe="/")
        return f"{self.scheme}://{place}{path}{query and '?' + query}"

    def _login(self) -> str:
        if self.password is not None:
            return f"{_encoded(self.user or '')}:{_encoded(self.password.get_secret_value())}@"
        return "" if self.user is None else f"{_encoded(self.user)}@"

    def _place(self, host: str) -> str:
        if self.host and ":" in self.host:
            host = f"[{host}]"
        return host if self.port is None else f"{host}:{self.port}"

    def __str__(self) -> str:
        return self.redacted()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.redacted()!r})"

    @classmethod
    def _validated(cls, value: object) -> "StoreUrl":
        return value if isinstance(value, StoreUrl) else cls.parse(value)  # type: ignore[arg-type]

    @classmethod
    def __get_pydantic_core_schema__(
        cls,
        _source: object,
        _handler: GetCoreSchemaHandler,
    ) -> CoreSchema:
        shown = core_schema.plain_serializer_function_ser_schema(cls.redacted, when_used="json")
        return core_schema.no_info_plain_validator_function(cls._validated, serialization=shown)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> dict[str, str]:
        return {"type": "string", "format": "uri"}


def _encoded(text: str) -> str:
    return quote(text, safe="")


def _shown(text: str) -> str:
    """``text`` with only what would be read wrongly percent-encoded."""
    return "".join(
        each if each.isprintable() and each not in "%?#@&=" else quote(each) for each in text
    )
