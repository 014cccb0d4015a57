"""One thing that a check has found: what is wrong, the value, and what to do about it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Weight = Literal["fault", "advice", "not proven"]
"""A fault makes the package not conformant. Advice does not, nor does what could not be shown."""


class Finding(BaseModel):
    """What one check has found."""

    model_config = ConfigDict(frozen=True)

    id: str
    """Which check it was: ``area.what-is-looked-at``. It has a paragraph in the docs."""
    message: str
    """What is wrong, with the value."""
    hint: str
    """What to do about it."""
    weight: Weight = "fault"

    @property
    def area(self) -> str:
        """``packaging``, ``import``, ``hook``, ``options``, ``verbs``, ``kit`` or ``publish``."""
        return self.id.partition(".")[0]


def fault(name: str, message: str, *, hint: str) -> Finding:
    """What must be put right."""
    return Finding(id=name, message=message, hint=hint)


def unproven(name: str, message: str, *, hint: str) -> Finding:
    """What could not be looked at, so that nobody takes silence for a yes."""
    return Finding(id=name, message=message, hint=hint, weight="not proven")


def advice(name: str, message: str, *, hint: str) -> Finding:
    """What is worth a look and breaks no promise."""
    return Finding(id=name, message=message, hint=hint, weight="advice")
