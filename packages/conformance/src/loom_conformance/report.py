"""The report of a run: every store, the level it reached, and every case."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal

from loom_memory_core import OPTIONAL_VERBS
from pydantic import BaseModel, ConfigDict

from loom_conformance.contract import MemoryStoreContract
from loom_conformance.level import level_of
from loom_conformance.outcome import Status
from loom_conformance.promise import TIERS, Case, Tier, cases_of
from loom_conformance.record import CaseRecord, Record, StoreRecord, case_record
from loom_conformance.versions import backend_versions, distribution_of, versions


class StoreReport(BaseModel):
    """What a run has shown about one store."""

    model_config = ConfigDict(frozen=True)

    name: str
    """The contract class: its file and its name."""
    level: str
    """``none``, ``core``, ``core`` and each proven verb joined by ``+``, or ``full``."""
    distribution: str
    """Where the store's class comes from; empty if from no distribution."""
    versions: dict[str, str]
    """Of that distribution and of those that it requires."""
    claim: StoreRecord
    seconds: float
    """What its tests took, opening and closing the store included."""
    counts: dict[str, int]
    """Cases by how they ended."""
    by_verb: dict[str, dict[str, int]]
    """The same for each optional verb, and for ``core``."""
    problems: tuple[str, ...]
    """What is wrong with the waivers."""
    cases: tuple[CaseRecord, ...]
    """All of them: those that failed first, then in the order of the contract."""

    def ended(self, status: Status | None) -> list[CaseRecord]:
        """The cases that ended so."""
        return [each for each in self.cases if each.status is status]


class Report(BaseModel):
    """What a run has shown."""

    model_config = ConfigDict(frozen=True)

    schema_version: Literal[1] = 1
    generated_at: datetime
    tier: Tier
    seconds: float
    versions: dict[str, str]
    stores: tuple[StoreReport, ...]


def build_report(records: Iterable[Record], *, tier: Tier) -> Report:
    """The report of what the tests told."""
    by_store: dict[str, list[Record]] = {}
    for record in records:
        by_store.setdefault(record.store.name, []).append(record)
    stores = tuple(_store_report(each, tier) for each in by_store.values())
    return Report(
        generated_at=datetime.now(UTC),
        tier=tier,
        seconds=round(sum(store.seconds for store in stores), 3),
        versions=versions(),
        stores=stores,
    )


def _store_report(records: Sequence[Record], tier: Tier) -> StoreReport:
    cases = _in_order([record.case for record in records if record.case], tier)
    claim = max((record.store for record in records), key=lambda store: bool(store.backend))
    distribution = distribution_of(claim.backend)
    return StoreReport(
        name=claim.name,
        level=level_of([(each.verb, each.status) for each in cases]),
        distribution=distribution,
        versions=backend_versions(distribution),
        claim=claim,
        seconds=round(sum(record.seconds for record in records), 3),
        counts=_counted(cases),
        by_verb=_counted_by_verb(cases),
        problems=tuple(dict.fromkeys(text for record in records for text in record.problems)),
        cases=tuple(cases),
    )


def _in_order(run: Sequence[CaseRecord], tier: Tier) -> list[CaseRecord]:
    """Every case of the kit, failures first, then a subclass's own."""
    ended = {case.id: case for case in run}
    ours = cases_of(MemoryStoreContract)
    cases = [ended.get(name, _left_out(case, tier)) for name, case in ours.items()]
    own = [case for name, case in ended.items() if name not in ours]
    return sorted([*cases, *own], key=lambda each: each.status is not Status.FAILED)


def _left_out(case: Case, tier: Tier) -> CaseRecord:
    """A case that no test ran: for its tier, which proves nothing, or by the user's choice."""
    if TIERS.index(case.tier) > TIERS.index(tier):
        late = case_record(case, None, reason=f"it runs with --loom-tier {case.tier}")
        return late.model_copy(update={"status": Status.NOT_PROVEN})
    return case_record(case, None, reason="it was left out of this run")


def _counted(cases: Iterable[CaseRecord]) -> dict[str, int]:
    found = Counter(str(each.status or "left out") for each in cases)
    return {name: found[name] for name in [*map(str, Status), "left out"]}


def _counted_by_verb(cases: Iterable[CaseRecord]) -> dict[str, dict[str, int]]:
    by_verb: dict[str, list[CaseRecord]] = {verb: [] for verb in ("core", *OPTIONAL_VERBS)}
    for each in cases:
        by_verb[each.verb].append(each)
    return {verb: _counted(each) for verb, each in by_verb.items()}
