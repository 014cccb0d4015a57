"""The conformance kit: every promise of the memory contract, against any backend."""

from loom_conformance.lazy import NAMES
from loom_conformance.lazy import __getattr__ as __getattr__

__all__ = list(NAMES)
