"""The public names, and the modules that they are imported from when they are first used.

Pytest imports this package in every project that has it installed, and must not pay for
what the project does not use.
"""

from importlib import import_module
from typing import Final

MODULES: Final[dict[str, tuple[str, ...]]] = {
    "claim": ("Claim", "claim_of"),
    "contract": ("MemoryStoreContract",),
    "expect": ("BrokenPromiseError", "equal", "holds"),
    "hard_strings": ("HARD_STRINGS", "SURROGATES"),
    "outcome": ("Failure", "Outcome", "Status"),
    "promise": ("Case", "Tier", "case", "cases_of"),
    "report": ("Report", "StoreReport"),
    "run": ("run_case", "run_contract"),
    "services.absence": ("absent",),
    "services.fault": ("Fault",),
    "services.openai_server": ("OpenAiServer",),
    "subject": ("StoreFactory", "Subject"),
    "trial": ("NotApplicableError", "NotProvenError", "Trial"),
}

NAMES: Final = tuple(name for names in MODULES.values() for name in names)
"""Everything that the package exports; ``__init__.pyi`` tells type checkers the same."""


def __getattr__(name: str) -> object:
    """The public name ``name``; the package root takes this function as its own."""
    for module, names in MODULES.items():
        if name in names:
            return getattr(import_module(f"loom_conformance.{module}"), name)
    raise AttributeError(f"module 'loom_conformance' has no attribute {name!r}")
