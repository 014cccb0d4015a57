"""Agent memory in Acme."""

from loom_memory_acme.options import AcmeOptions
from loom_memory_acme.store import AcmeMemoryStore

__all__ = ["AcmeMemoryStore", "AcmeOptions"]
