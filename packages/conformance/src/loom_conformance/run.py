"""Running cases without pytest's command line: in a loop, from a tool, a thousand a second.

A case is found by its id and run on a factory, which opens the same store each time it
is called; what comes back is an outcome:

    >>> from loom_conformance import MemoryStoreContract, cases_of, run_case
    >>> from loom_memory_core import InMemoryStore
    >>> store = InMemoryStore()
    >>> case = cases_of(MemoryStoreContract)["append.order"]
    >>> run_case(case, lambda: store).status
    <Status.PASSED: 'passed'>

A new store must stand behind the factory for each case. A claim says what the backend
promises; without one, the verbs that the store has, matching by terms, not durable:

    >>> from loom_conformance import Claim
    >>> claim = Claim(verbs=frozenset({"search"}), durable=False)
    >>> run_case(case, lambda: InMemoryStore(), claim=claim).status
    <Status.PASSED: 'passed'>

``run_contract`` runs them all, with a new factory from ``fresh`` for each:

    >>> def fresh():
    ...     store = InMemoryStore()
    ...     return lambda: store
    >>> outcomes = run_contract(fresh, only=["append.order", "read.unknown-key"])
    >>> {outcome.case: str(outcome.status) for outcome in outcomes}
    {'append.order': 'passed', 'read.unknown-key': 'passed'}

How a store that is wrong on purpose proves a case: run the case on an honest store
(``PASSED``), then on the wrong one (``FAILED``; ``outcome.failure`` says what was
expected and got). A case that is skipped or not proven catches nothing.
"""

import time
from collections.abc import Callable, Collection, Iterator

from loom_conformance.claim import Claim
from loom_conformance.contract import MemoryStoreContract
from loom_conformance.outcome import Outcome, Status, failure_of
from loom_conformance.promise import Case, Tier, cases_of
from loom_conformance.subject import StoreFactory
from loom_conformance.trial import NotApplicableError, NotProvenError, Trial

PRESENT = Claim(durable=False)
"""Promises no verb: those that the store has are tried, the others skip."""


def run_case(
    case: Case, factory: StoreFactory, *, claim: Claim = PRESENT, tier: Tier = "quick"
) -> Outcome:
    """Run one case on one store.

    Args:
        case: From ``cases_of``.
        factory: Opens the same store each time it is called.
        claim: What the backend says about itself.
        tier: How long the run may take; longer cases are not proven.
    """
    started = time.perf_counter()
    trial = Trial(factory, claim=claim, tier=tier)
    try:
        status, reason, error = _tried(case, trial)
    finally:
        trial.close()
    failure = failure_of(case, error, trial.script) if error else None
    return Outcome(case.id, status, time.perf_counter() - started, reason, failure)


def _tried(case: Case, trial: Trial) -> tuple[Status, str, Exception | None]:
    try:
        trial.prepare(case)
        case.function(case.owner(), **trial.arguments(case))
    except NotApplicableError as skip:
        return Status.SKIPPED, str(skip), None
    except NotProvenError as unproven:
        return Status.NOT_PROVEN, str(unproven), None
    except Exception as error:  # noqa: BLE001 - whatever a store raises is the outcome
        return Status.FAILED, "", error
    return Status.PASSED, "", None


def run_contract(
    fresh: Callable[[], StoreFactory],
    *,
    claim: Claim = PRESENT,
    tier: Tier = "quick",
    only: Collection[str] | None = None,
    contract: type = MemoryStoreContract,
) -> Iterator[Outcome]:
    """Run the cases of a contract class, each on a new store.

    Args:
        fresh: Makes the factory of a new, empty store.
        claim: What the backend says about itself.
        tier: How long the run may take.
        only: Ids of the cases to run; all of them unless given.
        contract: The class to take the cases from.
    """
    for name, each in cases_of(contract).items():
        if only is None or name in only:
            yield run_case(each, fresh(), claim=claim, tier=tier)
