"""What ``loom plugin check`` does: is a package fit to be published, and does it keep its word?"""

from loom_conformance.check.checking import check
from loom_conformance.check.failure import CouldNotCheckError
from loom_conformance.check.finding import Finding
from loom_conformance.check.request import Request, Watcher
from loom_conformance.check.result import CheckReport

__all__ = ["CheckReport", "CouldNotCheckError", "Finding", "Request", "Watcher", "check"]
