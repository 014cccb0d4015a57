"""What an agent may do: a frozen value that its operator makes, and nobody else widens."""

from collections.abc import Iterable
from typing import Any, NoReturn, Self

from loom_memory_core import InvalidOptionsError
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from loom_memory_knowledge.keys import SOURCES, Source
from loom_memory_knowledge.scope import Scope


class Grants(BaseModel):
    """What an operator grants to one agent.

    A ``Grants`` cannot be copied with other values, and an ``AgentMemory`` takes it once.

    Raises:
        InvalidOptionsError: A field is unknown or of the wrong type, or ``attach_traces`` is
            granted without ``history``.

    Examples:
        >>> grants = Grants(scopes=("user/ada",), attach_traces=True, history=True)
        >>> grants.model_copy(update={"scopes": ("user/bob",)})
        Traceback (most recent call last):
            ...
        TypeError: grants are not copied with other values; ...
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    scopes: tuple[str, ...] = Field(min_length=1)
    """Whose memory, such as ``user/ada``; the first is the agent's own, and it writes there."""

    sources: tuple[Source, ...] = ("facts", "notes")
    """What may be recalled; ``traces`` needs ``history``."""

    attach_traces: bool = False
    """Whether every recall brings the turns that its facts were drawn from; needs ``history``."""

    history: bool = False
    """Whether the agent may read what was said in sessions."""

    curator: bool = False
    """Whether it may adopt and reject proposed subjects."""

    consolidate: bool = False
    """Whether it may run consolidation."""

    def __init__(self, **fields: Any) -> None:  # noqa: ANN401 - pydantic checks them
        try:
            super().__init__(**fields)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"])) or "grants"
            raise InvalidOptionsError(
                f"{place} of an agent's grants is {first['input']!r}: {first['msg']}",
                hint="write Grants(scopes=('user/ada',), sources=('facts', 'notes'), ...)",
            ) from None

    @model_validator(mode="after")
    def _history_comes_first(self) -> Self:
        for scope in self.scopes:
            Scope.parse(scope)
        if self.attach_traces and not self.history:
            raise ValueError("attach_traces needs history=True")
        if "traces" in self.sources and not self.history:
            raise ValueError("the source 'traces' needs history=True")
        return self

    def model_copy(self, *, update: Any = None, deep: bool = False) -> Self:  # noqa: ANN401 - pydantic's
        """The same grants; with other values it is refused.

        Raises:
            TypeError: ``update`` is given.
        """
        if update:
            raise TypeError("grants are not copied with other values; the operator makes new ones")
        return super().model_copy(deep=deep)

    @classmethod
    def model_construct(cls, _fields_set: set[str] | None = None, **_values: Any) -> NoReturn:  # noqa: ANN401 - pydantic's
        """Refused: it would make grants that nobody checked.

        Raises:
            TypeError: Always.
        """
        raise TypeError("grants are made by Grants(...), which checks them")

    def __init_subclass__(cls, **_more: Any) -> None:  # noqa: ANN401 - pydantic's
        raise TypeError("Grants has no subclasses: what is granted is said by its fields alone")

    def __setstate__(self, state: dict[Any, Any]) -> None:
        """Check what was pickled as if it were made anew."""
        self.__init__(**state["__dict__"])  # type: ignore[misc]

    @property
    def own_scope(self) -> Scope:
        """Where the agent writes."""
        return Scope.parse(self.scopes[0])

    @property
    def all_scopes(self) -> tuple[Scope, ...]:
        """Where it reads."""
        return tuple(Scope.parse(each) for each in self.scopes)

    def allows(self, sources: Iterable[Source]) -> bool:
        """Whether every one of the sources was granted."""
        return set(sources) <= set(self.sources) & set(SOURCES)
