"""The contract as one pytest class: subclass it, give it a store, and pytest runs every case."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from loom_memory_core import CONTRACT_VERSION

from loom_conformance.cases.aliasing import AliasingCases
from loom_conformance.cases.alphabets import AlphabetCases, QuerySyntaxCases
from loom_conformance.cases.append import AppendCases
from loom_conformance.cases.clear import ClearCases
from loom_conformance.cases.close import CloseCases
from loom_conformance.cases.concurrency import ThreadCases
from loom_conformance.cases.durability import ReopenCases
from loom_conformance.cases.get import GetCases
from loom_conformance.cases.identity import IdentityCases
from loom_conformance.cases.inspect import InspectCases
from loom_conformance.cases.keys import KeyCases
from loom_conformance.cases.model import ModelCases
from loom_conformance.cases.presence import PresenceCases
from loom_conformance.cases.processes import KillCases, ProcessCases
from loom_conformance.cases.read import ReadCases
from loom_conformance.cases.refusals import BadKeyCases, UnknownOptionCases, WrongTypeCases
from loom_conformance.cases.remove import RemoveCases
from loom_conformance.cases.replace import ExpectedCases, ReplaceCases
from loom_conformance.cases.search import SearchCases, SearchLimitCases, SearchOrderCases
from loom_conformance.cases.search_terms import ProjectionCases, TermCases
from loom_conformance.cases.sizes import SizeCases
from loom_conformance.cases.upkeep import UpkeepCases
from loom_conformance.cases.values import FieldCases, ValueCases
from loom_conformance.claim import Matching, claim_of
from loom_conformance.promise import case_behind, cases_of
from loom_conformance.subject import StoreFactory, Subject
from loom_conformance.trial import NotApplicableError, NotProvenError, Trial
from loom_conformance.waivers import read_waivers

HOW_TO = """{name} does not say which store to test: give it the fixture store_factory.

    @pytest.fixture
    def store_factory(self, tmp_path):
        return functools.partial(AcmeStore, tmp_path / "memory.db")

It opens the same store each time it is called within a test.
"""


class MemoryStoreContract(
    PresenceCases,
    AppendCases,
    ReadCases,
    ClearCases,
    ValueCases,
    FieldCases,
    AliasingCases,
    IdentityCases,
    BadKeyCases,
    WrongTypeCases,
    UnknownOptionCases,
    ReplaceCases,
    ExpectedCases,
    SearchCases,
    SearchLimitCases,
    SearchOrderCases,
    TermCases,
    ProjectionCases,
    AlphabetCases,
    QuerySyntaxCases,
    UpkeepCases,
    RemoveCases,
    GetCases,
    KeyCases,
    InspectCases,
    CloseCases,
    ReopenCases,
    ThreadCases,
    ProcessCases,
    KillCases,
    SizeCases,
    ModelCases,
):
    """Every promise of the memory contract.

    Example:
        A backend with the three required verbs and ``search`` writes this, and nothing
        else, into its tests::

            class TestAcme(MemoryStoreContract):
                verbs = frozenset({"search"})

                @pytest.fixture
                def store_factory(self, tmp_path):
                    return functools.partial(AcmeStore, tmp_path / "memory.db")
    """

    verbs: ClassVar[frozenset[str]] = frozenset()
    """Optional verbs promised: a missing one fails; one neither promised nor there skips."""

    matching: ClassVar[Matching] = "terms"
    """What search matches by: ``terms`` or ``similarity``."""

    durable: ClassVar[bool] = True
    """Whether entries outlive the process; if not, reopening is not proven."""

    contract: ClassVar[str] = CONTRACT_VERSION
    """The contract version it was built for: newer cases are advisory."""

    def test_waivers_are_in_order(self, request: pytest.FixtureRequest) -> None:
        """Every waiver names a case of the kit, a reason and a link, and has not expired."""
        folder, cases = request.path.parent, cases_of(type(self))
        problems = read_waivers(folder, store=type(self).__name__, cases=cases).problems
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)

    @pytest.fixture
    def store_factory(self) -> StoreFactory:
        """Opens the same store each time it is called within a test. Override it."""
        pytest.fail(HOW_TO.format(name=type(self).__name__), pytrace=False)

    @pytest.fixture
    def trial(self, request: pytest.FixtureRequest, store_factory: StoreFactory) -> Iterator[Trial]:
        """What a case works with; skips where the case does not apply or cannot be shown."""
        trial = Trial(
            store_factory,
            claim=claim_of(type(self)),
            tier=request.config.getoption("loom_tier", "quick"),
        )
        request.node.loom_trial = trial
        try:
            _prepare(trial, request.function)
            yield trial
        finally:
            trial.close()
            trial.forget()

    @pytest.fixture
    def store(self, trial: Trial) -> Subject:
        """The store under test, open and empty."""
        return trial.store


def _prepare(trial: Trial, function: object) -> None:
    case = case_behind(function)
    if case is None:
        return
    try:
        trial.prepare(case)
    except NotApplicableError as reason:
        pytest.skip(str(reason))
    except NotProvenError as reason:
        pytest.skip(f"not proven: {reason}")
