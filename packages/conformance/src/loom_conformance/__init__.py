"""The conformance kit: every promise of the memory contract, against any backend.

Names are imported when they are first used: pytest imports this package in every project
that has it installed, and must not pay for what the project does not use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from loom_conformance.claim import Claim, claim_of
    from loom_conformance.contract import MemoryStoreContract
    from loom_conformance.expect import BrokenPromiseError, equal, holds
    from loom_conformance.hard_strings import HARD_STRINGS, SURROGATES
    from loom_conformance.outcome import Failure, Outcome, Status
    from loom_conformance.promise import Case, case, cases_of
    from loom_conformance.run import run_case, run_contract
    from loom_conformance.subject import StoreFactory, Subject
    from loom_conformance.trial import NotApplicableError, NotProvenError, Trial

__all__ = [
    "HARD_STRINGS",
    "SURROGATES",
    "BrokenPromiseError",
    "Case",
    "Claim",
    "Failure",
    "MemoryStoreContract",
    "NotApplicableError",
    "NotProvenError",
    "Outcome",
    "Status",
    "StoreFactory",
    "Subject",
    "Trial",
    "case",
    "cases_of",
    "claim_of",
    "equal",
    "holds",
    "run_case",
    "run_contract",
]

_MODULES: Final = {
    "promise": ("Case", "case", "cases_of"),
    "claim": ("Claim", "claim_of"),
    "contract": ("MemoryStoreContract",),
    "expect": ("BrokenPromiseError", "equal", "holds"),
    "hard_strings": ("HARD_STRINGS", "SURROGATES"),
    "outcome": ("Failure", "Outcome", "Status"),
    "run": ("run_case", "run_contract"),
    "subject": ("StoreFactory", "Subject"),
    "trial": ("NotApplicableError", "NotProvenError", "Trial"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"loom_conformance.{module}"), name)
    raise AttributeError(f"module 'loom_conformance' has no attribute {name!r}")
