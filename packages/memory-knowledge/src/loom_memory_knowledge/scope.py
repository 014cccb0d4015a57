"""A scope: whose memory it is, and where its keys begin."""

from typing import Final, Literal, NamedTuple, Self, get_args

from loom_memory_core import InvalidKeyError

ScopeKind = Literal["user", "agent", "tenant"]
"""A person, an agent, or everybody of one organisation."""

SCOPE_KINDS: Final[tuple[ScopeKind, ...]] = get_args(ScopeKind)

MAX_ID_BYTES: Final = 200
"""Longest id, in bytes of UTF-8: written out it takes at most three times as many."""


class Scope(NamedTuple):
    """One user's, agent's or tenant's part of a store.

    Examples:
        >>> Scope.parse("user/ada").prefix
        'loom/user/ada/'
        >>> Scope("tenant", "acme/emea").prefix
        'loom/tenant/acme%2Femea/'
    """

    kind: ScopeKind
    id: str
    """Any text of 1 to 200 bytes, without U+0000."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The scope that ``str`` of it gives back.

        Args:
            text: ``user/<id>``, ``agent/<id>`` or ``tenant/<id>``; the id as it is, so that a
                further ``/`` belongs to it.

        Raises:
            TypeError: It is not text.
            InvalidKeyError: It has another kind, or its id cannot be part of a key.
        """
        if not isinstance(text, str):
            raise TypeError(f"scope is {text!r}, a {type(text).__name__}; pass text or a Scope")
        name, _, id_ = text.partition("/")
        kind = next((each for each in SCOPE_KINDS if each == name), None)
        if kind is None:
            raise InvalidKeyError(
                f"scope {text!r} is of no known kind",
                hint="write user/<id>, agent/<id> or tenant/<id>",
            )
        return cls(kind, _checked(id_, text))

    @property
    def prefix(self) -> str:
        """What every key of the scope begins with, and no key of another."""
        return f"loom/{self.kind}/{_encoded(_checked(self.id, str(self)))}/"

    def __str__(self) -> str:
        return f"{self.kind}/{self.id}"


def _checked(id_: str, shown: str) -> str:
    try:
        size = len(id_.encode())
    except UnicodeEncodeError as error:
        raise InvalidKeyError(
            f"scope {shown!r} holds the lone surrogate {id_[error.start]!r}",
            hint="half of a character was cut off; build it from whole text",
        ) from None
    if not 0 < size <= MAX_ID_BYTES or "\0" in id_:
        raise InvalidKeyError(
            f"the id of scope {shown[:60]!r} has {size} bytes of UTF-8"
            f"{' and holds U+0000' if chr(0) in id_ else ''}",
            hint=f"an id has 1 to {MAX_ID_BYTES} bytes and no U+0000",
        )
    return id_


def _encoded(id_: str) -> str:
    return id_.replace("%", "%25").replace("/", "%2F")
