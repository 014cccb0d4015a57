"""What a backend says about itself, which decides the cases that apply to it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loom_memory_core import CONTRACT_VERSION

Matching: TypeAlias = Literal["terms", "similarity"]


@dataclass(frozen=True)
class Claim:
    """What a backend promises; the class attributes of a contract class."""

    verbs: frozenset[str] = frozenset()
    """Optional verbs that it must have."""

    matching: Matching = "terms"
    """What its search matches by."""

    durable: bool = True
    """Whether its entries outlive the process."""

    contract: str = CONTRACT_VERSION
    """The contract version that it was built for."""


def claim_of(contract: type) -> Claim:
    """The claim that the attributes of a contract class make."""
    default = Claim()
    return Claim(
        verbs=frozenset(getattr(contract, "verbs", default.verbs)),
        matching=getattr(contract, "matching", default.matching),
        durable=getattr(contract, "durable", default.durable),
        contract=getattr(contract, "contract", default.contract),
    )
