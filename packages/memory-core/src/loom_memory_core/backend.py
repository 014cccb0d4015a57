"""What a plugin hands over: one value that says what its backend is and opens its stores."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from loom_memory_core.capability import OPTIONAL_VERBS, REQUIRED_VERBS
from loom_memory_core.maintenance import Reindex, Repair
from loom_memory_core.protocols import MemoryStore

Options = TypeVar("Options", bound=BaseModel)


@dataclass(frozen=True)
class Backend(Generic[Options]):
    """One kind of store: its options, how to open it, and what it promises.

    Raises:
        TypeError: A field has the wrong type.
        ValueError: A field has a value that it cannot have; the message names it.

    Examples:
        >>> from pydantic import ConfigDict
        >>> from loom_memory_core import InMemoryStore, StoreUrl
        >>> class AcmeOptions(BaseModel):
        ...     model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
        ...     url: StoreUrl
        >>> backend = Backend(
        ...     name="acme",
        ...     options=AcmeOptions,
        ...     open=lambda options: InMemoryStore(),
        ...     summary="Memory in the Acme database.",
        ...     contract="1.0",
        ...     matching="terms",
        ...     verbs={"search", "replace"},
        ... )
        >>> backend.verbs
        ('replace', 'search')
    """

    name: str
    """A scheme that it serves. Further schemes of one plugin module are its other names."""

    options: type[Options]
    """Its options: a field ``url: StoreUrl`` that takes the URL, and one field for each
    option, with a description; secrets are ``SecretStr``, and ``hide_input_in_errors``
    keeps them out of pydantic's own messages. With a field ``passthrough: dict[str, str]``
    (``repr=False``: it may hold secrets), parameters that it does not know are taken, too."""

    open: Callable[[Options], MemoryStore]
    """Opens the store that the options name."""

    summary: str
    """What it is, in one line."""

    contract: str
    """The version of the contract it was built for, as a literal such as ``"1.0"``."""

    matching: Literal["terms", "similarity"]
    """Whether an entry matches by a shared term, or by how similar it is."""

    verbs: Collection[str]
    """The optional verbs that its stores can have; kept as a tuple in the contract's order."""

    scratch: Callable[[Path], str] | None = None
    """Given an empty folder, the URL of an empty store for checks."""

    repair: Repair | None = None
    """What ``loom memory repair`` calls."""

    reindex: Reindex | None = None
    """What ``loom memory reindex`` calls."""

    def __post_init__(self) -> None:
        for name in ("name", "summary", "contract"):
            _refuse_no_text(name, getattr(self, name))
        _refuse_options(self.options)
        for name in ("open", "scratch", "repair", "reindex"):
            _refuse_uncallable(name, getattr(self, name), required=name == "open")
        if not re.fullmatch(r"[0-9]+\.[0-9]+", self.contract):
            raise ValueError(f"contract is {self.contract!r}; write 'major.minor', such as '1.0'")
        if self.matching not in {"terms", "similarity"}:
            raise ValueError(f"matching is {self.matching!r}; write 'terms' or 'similarity'")
        object.__setattr__(self, "verbs", _in_order(self.verbs))


def _refuse_no_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r:.60}, a {type(value).__name__}; write text")
    if not value.strip():
        raise ValueError(f"{name} is empty; write text")


def _refuse_options(options: object) -> None:
    if not (isinstance(options, type) and issubclass(options, BaseModel)):
        raise TypeError(f"options is {options!r:.60}; give a class made from pydantic.BaseModel")
    if "url" not in options.model_fields:
        raise ValueError(f"{options.__name__} has no field 'url'; add `url: StoreUrl`")


def _refuse_uncallable(name: str, value: object, *, required: bool) -> None:
    if not callable(value) and (required or value is not None):
        raise TypeError(f"{name} is {value!r:.60}; give a function")


def _in_order(verbs: object) -> tuple[str, ...]:
    if isinstance(verbs, str) or not isinstance(verbs, Collection):
        raise TypeError(f"verbs is {verbs!r:.60}; give a collection of text, such as ('search',)")
    unknown = [verb for verb in verbs if verb not in OPTIONAL_VERBS]
    if unknown:
        needless = " (every store has it)" if unknown[0] in REQUIRED_VERBS else ""
        raise ValueError(
            f"verbs holds {unknown[0]!r}{needless}; the optional verbs are "
            + ", ".join(OPTIONAL_VERBS)
        )
    return tuple(verb for verb in OPTIONAL_VERBS if verb in verbs)
