"""The name of a backend: its scheme, and what its package and its classes are called."""

import re
from dataclasses import dataclass
from typing import Final, Self

from loom_scaffold.claims import refuse_claimed
from loom_scaffold.errors import ScaffoldError
from loom_scaffold.spelling import nearest_spelling

PREFIX: Final = "loom-memory-"
"""What the distribution of every backend begins with."""

MAX_LENGTH: Final = 24
"""Longer ones would not fit into the lines of the templates."""

RULE: Final = "a to z, 0 to 9 and single hyphens, a letter first"
"""What is left where three grammars meet: the names of distributions (PEP 508, normalised as
PEP 503 says), the schemes of URLs (RFC 3986, section 3.1) and Python's identifiers."""

_ALLOWED: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class BackendName:
    """A name that a new backend can have.

    Examples:
        >>> name = BackendName.parse("couch-db")
        >>> name.distribution, name.module, name.class_prefix
        ('loom-memory-couch-db', 'loom_memory_couch_db', 'CouchDb')
    """

    scheme: str
    """What its URLs begin with, and what a user types."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The name that ``text`` is.

        Raises:
            ScaffoldError: It cannot be one, or it is taken; the hint says what would work.
        """
        if not is_allowed(text):
            raise _not_allowed(text)
        _refuse_taken(text)
        return cls(text)

    @property
    def distribution(self) -> str:
        """What is published, and the name of the folder."""
        return f"{PREFIX}{self.scheme}"

    @property
    def module(self) -> str:
        """What is imported."""
        return self.distribution.replace("-", "_")

    @property
    def class_prefix(self) -> str:
        """What the names of the classes begin with."""
        return "".join(word.capitalize() for word in self.scheme.split("-"))


def is_allowed(text: str) -> bool:
    """Whether ``text`` is spelt as a name must be."""
    fits = len(text) <= MAX_LENGTH and not text.startswith(PREFIX)
    return fits and _ALLOWED.fullmatch(text) is not None


def _refuse_taken(text: str) -> None:
    if text.startswith("test"):
        raise ScaffoldError(
            f"{text!r} begins with 'test', so pytest would take its classes for tests",
            hint="choose another name, such as 'acme-test'",
        )
    refuse_claimed(text, f"{PREFIX}{text}")


def _not_allowed(text: str) -> ScaffoldError:
    spelling = nearest_spelling(text.strip(), prefix=PREFIX)
    if spelling is None or not is_allowed(spelling):
        return ScaffoldError(
            f"{text!r} cannot be the name of a backend: {_fault(text)}",
            hint=f"use {RULE}, at most {MAX_LENGTH} characters, such as 'couch-db'; "
            "the README may call it what you like, in any alphabet",
        )
    _refuse_taken(spelling)
    return ScaffoldError(
        f"{text!r} cannot be the name of a backend: {_fault(text)}", hint=f"use {spelling!r}"
    )


def _fault(text: str) -> str:
    strange = dict.fromkeys(re.findall(r"[^a-z0-9-]", text))
    if not text:
        return "it is empty"
    if strange:
        return f"it holds {', '.join(map(repr, strange))}"
    if len(text) > MAX_LENGTH:
        return f"it is {len(text)} characters long, and {MAX_LENGTH} are allowed"
    if text[0].isdigit():
        return "it begins with a digit, and the scheme of a URL begins with a letter"
    if text.startswith(PREFIX):
        return f"{PREFIX} is put before every name"
    return "a hyphen stands between two words"
