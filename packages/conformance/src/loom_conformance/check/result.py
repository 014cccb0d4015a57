"""What a check came to: every finding, what the kit has shown, and one word on it."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from loom_conformance.check.finding import Finding
from loom_conformance.level import NONE
from loom_conformance.outcome import Status
from loom_conformance.record import CaseRecord
from loom_conformance.report import Report, StoreReport

AREAS = ("packaging", "import", "hook", "options", "verbs", "kit", "publish")


class CheckedBackend(BaseModel):
    """One backend of the target, and the store that it was tried on."""

    model_config = ConfigDict(frozen=True)

    schemes: tuple[str, ...]
    """The schemes that it serves."""
    contract: str = ""
    matching: str = ""
    verbs: tuple[str, ...] = ()
    """The verbs of the store that was tried, required ones included."""
    durable: bool | None = None
    """Whether entries outlive the process; ``null`` if no store was opened."""
    store: Literal["scratch", "url", "none"] = "none"
    """What it was tried on."""
    level: str = NONE
    kit: Report | None = None
    """What the kit has shown; ``null`` if it could not be run."""

    @property
    def report(self) -> StoreReport | None:
        """What the kit says of the store."""
        return self.kit.stores[0] if self.kit and self.kit.stores else None

    def ended(self, status: Status) -> list[CaseRecord]:
        """The cases that ended so."""
        return self.report.ended(status) if self.report else []


class CheckReport(BaseModel):
    """What a check came to."""

    model_config = ConfigDict(frozen=True)

    schema_version: Literal[1] = 1
    generated_at: datetime
    target: str
    """As the user named it."""
    kind: Literal["installed", "project", "wheel", "sdist"]
    distribution: str
    version: str
    conformant: bool
    level: str
    """The lowest of its backends' levels."""
    tier: str
    cases: tuple[str, ...]
    """The cases that the user chose; empty for all, without which there is no level."""
    seconds: float
    versions: dict[str, str]
    """Of Python, core, the kit and what else took part."""
    notes: tuple[str, ...]
    """What the reader should know about how it was checked."""
    checked: tuple[str, ...]
    """The areas that were looked at."""
    import_seconds: float | None
    """Processor time that the plugin's modules took beyond core; ``null`` if they do not load."""
    findings: tuple[Finding, ...]
    backends: tuple[CheckedBackend, ...]

    @property
    def faults(self) -> list[Finding]:
        """The findings that make it not conformant."""
        return [each for each in self.findings if each.weight == "fault"]

    @property
    def unproven(self) -> list[Finding]:
        """What could not be looked at."""
        return [each for each in self.findings if each.weight == "not proven"]

    @property
    def advice(self) -> list[Finding]:
        """The findings that are worth a look."""
        return [each for each in self.findings if each.weight == "advice"]

    def count(self, status: Status) -> int:
        """How many of the cases that were to be run ended so, on all backends."""
        ended = [case.id for each in self.backends for case in each.ended(status)]
        return len([case for case in ended if not self.cases or case in self.cases])
