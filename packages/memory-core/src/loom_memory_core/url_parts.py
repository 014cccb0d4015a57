"""Taking the text of a URL apart, without ever showing what may be a secret.

Where a URL is malformed, any piece of it may be part of a password that was not
percent-encoded. So no message shows a piece that was not told apart for certain.
"""

import re
from ipaddress import IPv6Address
from typing import Final, NamedTuple
from urllib.parse import unquote

from loom_memory_core.errors import InvalidOptionsError

_SCHEME: Final = r"[a-zA-Z][a-zA-Z0-9+.-]*"
_PARAMETER: Final = r"[a-zA-Z0-9_][a-zA-Z0-9_.-]*"
_FILE_NAME: Final = r"([a-zA-Z]:)?[\w .\\/~-]+"
_BAD_ESCAPE: Final = r"%(?![0-9a-fA-F]{2})"
_CONTROL: Final = r"[\x00-\x1f\x7f]"
_NOT_IN_HOST: Final = r"[:\s\\\[\]<>\"^`{|}@]"
_MAX_PORT: Final = 65_535
_EXAMPLES: Final = "write scheme://..., such as sqlite:///memory.db or memory://"


class Authority(NamedTuple):
    """Who and where: what stands between ``//`` and the path."""

    user: str | None = None
    password: str | None = None
    host: str | None = None
    port: int | None = None


class Pieces(NamedTuple):
    """The raw pieces of a URL, percent-encoded, without their delimiters."""

    scheme: str
    authority: str
    path: str
    query: str


def malformed(what: str, *, hint: str) -> InvalidOptionsError:
    """The error for a URL that cannot be taken apart."""
    return InvalidOptionsError(f"the URL {what}", hint=hint)


def split_url(text: str) -> Pieces:
    """The pieces of ``text``, if it can be told for certain where each begins.

    Raises:
        InvalidOptionsError: It cannot, or the text is not a URL.
    """
    _refuse_noise(text)
    scheme, mark, rest = text.partition("://")
    if rest.lstrip("/").startswith(":memory:") or text == ":memory:":
        raise malformed(
            "holds ':memory:', which only SQLite knows",
            hint="write memory:// for a store in memory",
        )
    if not mark:
        raise _not_a_url(text)
    if not re.fullmatch(_SCHEME, scheme):
        raise malformed("does not begin with a scheme", hint=_EXAMPLES)
    if "#" in rest:
        raise malformed("holds a bare '#'", hint="write '#' as %23 in names and passwords")
    before, _, query = rest.partition("?")
    authority, slash, path = before.partition("/")
    pieces = Pieces(scheme.lower(), authority, slash + path, query)
    _refuse_stray_at(pieces)
    return pieces


def _refuse_noise(text: str) -> None:
    if text != text.strip() or re.search(_CONTROL, text):
        raise malformed(
            "begins or ends with white space, or holds a control character such as a line break",
            hint="take it out, with url.strip() if it was read from a file",
        )
    try:
        text.encode()
    except UnicodeEncodeError:
        raise malformed("holds a lone surrogate", hint="build it from whole text") from None


def _not_a_url(text: str) -> InvalidOptionsError:
    if re.fullmatch(_FILE_NAME, text):
        return malformed(
            f"{text[:200]!r} has no scheme",
            hint=f"for a file write sqlite:///{text[:200]}; for a store in memory, memory://",
        )
    return malformed("has no '://'", hint=_EXAMPLES)


def _refuse_stray_at(pieces: Pieces) -> None:
    """Refuse an ``@`` that may belong to a password with a bare delimiter inside."""
    authority, path = pieces.authority, pieces.path
    hint = "write '@' as %40, '/' as %2F, '?' as %3F and '#' as %23 in users and passwords"
    if authority.count("@") > 1:
        raise malformed("has more than one '@' before its path", hint=hint)
    if not authority or "@" in authority:
        return
    if "@" in path or ("@" in pieces.query and not path and ":" in authority):
        raise malformed("has a bare '@' after its host", hint=hint)


def split_authority(authority: str) -> Authority:
    """User, password, host and port, decoded; what is left out is ``None``.

    Raises:
        InvalidOptionsError: The host or the port is malformed.
    """
    login, _, place = authority.rpartition("@")
    user, colon, password = login.partition(":")
    host, port = _split_place(place)
    return Authority(
        user=decoded(user) or None,
        password=decoded(password) if colon else None,
        host=host or None,
        port=_port(port) if port else None,
    )


def _split_place(place: str) -> tuple[str, str]:
    if "," in place:
        raise malformed(
            "names several hosts",
            hint="name them as parameters: ?host=a.example,b.example&port=5432,5433",
        )
    if place.startswith("["):
        return _split_ipv6(place)
    host, _, port = place.partition(":")
    if ":" in port:
        raise malformed(
            "has more than one ':' in its host", hint="put an IPv6 address into brackets: //[::1]/"
        )
    host = decoded(host)
    if re.search(_NOT_IN_HOST, host):
        raise malformed(
            "has a host with a character that no host has",
            hint="three slashes begin a file name: sqlite:///memory.db",
        )
    return host, port


def _split_ipv6(place: str) -> tuple[str, str]:
    inside, bracket, after = place[1:].partition("]")
    try:
        address = IPv6Address(decoded(inside)) if bracket else None
    except ValueError:
        address = None
    if address is None or (after and not after.startswith(":")):
        raise malformed(
            "has something other than an IPv6 address in brackets", hint="write it as //[::1]:5432/"
        )
    return str(address), after[1:]


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()):  # text may be a password: never show it
        raise malformed(
            "has a port that is not a number",
            hint="with a user, write //user:password@host:port/; a file begins with "
            "three slashes: sqlite:///memory.db",
        )
    if not 1 <= int(text[:10]) <= _MAX_PORT:
        raise malformed(f"has a port outside 1 to {_MAX_PORT}", hint="correct the port")
    return int(text)


def split_query(query: str) -> dict[str, str]:
    """The parameters in order, decoded; ``+`` is an ordinary character.

    Raises:
        InvalidOptionsError: A parameter has no name or no value, or stands twice.
    """
    parameters: dict[str, str] = {}
    for piece in query.split("&") if query else ():
        raw, mark, value = piece.partition("=")
        name = decoded(raw)
        if not mark or not re.fullmatch(_PARAMETER, name):
            raise malformed(
                "has a parameter that is not name=value",
                hint="write ?name=value&other=value, with '&' as %26 and '?' as %3F inside values",
            )
        if name in parameters:
            raise malformed(f"sets the parameter {name!r} twice", hint="keep one of the two")
        parameters[name] = decoded(value)
    return parameters


def decoded(text: str) -> str:
    """``text`` without its percent-encoding.

    Raises:
        InvalidOptionsError: An escape is malformed, is not UTF-8, or means U+0000.
    """
    hint = "write '%' as %25; other characters are percent-encoded as UTF-8"
    if re.search(_BAD_ESCAPE, text):
        raise malformed("has a '%' that begins no escape", hint=hint)
    try:
        plain = unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise malformed("has an escape that is not UTF-8", hint=hint) from None
    if "\0" in plain:
        raise malformed("holds U+0000", hint="leave %00 out")
    return plain
