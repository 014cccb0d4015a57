"""A level says what was proven, and nothing more."""

import pytest
from loom_conformance import Claim, Subject
from loom_conformance.judgement import is_newer, judged
from loom_conformance.level import Results, level_of
from loom_conformance.outcome import Outcome, Status
from loom_conformance.promise import case, cases_of
from loom_conformance.waivers import Waiver, Waivers
from loom_memory_core import OPTIONAL_VERBS

PASSED, FAILED, WAIVED = Status.PASSED, Status.FAILED, Status.WAIVED
EVERY: Results = [(verb, PASSED) for verb in ("core", *OPTIONAL_VERBS)]


@pytest.mark.parametrize(
    ("results", "level"),
    [
        ([], "none"),
        ([("core", PASSED)], "core"),
        ([("core", PASSED), ("core", FAILED)], "none"),
        ([("core", PASSED), ("core", None)], "none"),
        ([("core", Status.NOT_PROVEN)], "none"),
        ([("core", PASSED), ("core", Status.NOT_PROVEN)], "core"),
        ([("core", PASSED), ("search", PASSED), ("replace", PASSED)], "core+replace+search"),
        ([("core", PASSED), ("search", Status.SKIPPED)], "core"),
        ([("core", PASSED), ("search", Status.NOT_PROVEN)], "core"),
        ([("core", PASSED), ("search", PASSED), ("search", FAILED)], "core"),
        ([("core", PASSED), ("search", PASSED), ("search", Status.ADVISORY)], "core+search"),
        ([("core", PASSED), ("search", PASSED), ("search", WAIVED)], "core+search"),
        (EVERY, "full"),
        ([*EVERY, ("get", Status.NOT_PROVEN)], "full"),
        ([*EVERY, ("get", WAIVED)], "core+replace+search+remove+get+keys+inspect+close"),
        ([*EVERY, ("get", FAILED)], "core+replace+search+remove+keys+inspect+close"),
    ],
)
def test_level(results: Results, level: str) -> None:
    assert level_of(results) == level


class Demo:
    @case("demo.one", since="1.3")
    def test_one(self, store: Subject) -> None:
        """One."""


ONE = cases_of(Demo)["demo.one"]
NO_WAIVERS = Waivers({})
WAIVERS = Waivers({"demo.one": Waiver("demo.one", "because", "https://x")})


@pytest.mark.parametrize(
    ("status", "contract", "waivers", "judgement"),
    [
        (PASSED, "1.3", NO_WAIVERS, PASSED),
        (PASSED, "1.2", NO_WAIVERS, PASSED),
        (PASSED, "1.3", WAIVERS, FAILED),
        (FAILED, "1.3", NO_WAIVERS, FAILED),
        (FAILED, "1.10", NO_WAIVERS, FAILED),
        (FAILED, "1.2", NO_WAIVERS, Status.ADVISORY),
        (FAILED, "1.3", WAIVERS, WAIVED),
        (Status.NOT_PROVEN, "1.3", WAIVERS, Status.NOT_PROVEN),
        (Status.SKIPPED, "1.2", NO_WAIVERS, Status.SKIPPED),
    ],
)
def test_judgement(status: Status, contract: str, waivers: Waivers, judgement: Status) -> None:
    outcome = Outcome("demo.one", status)
    claim = Claim(contract=contract)
    assert judged(outcome, case=ONE, claim=claim, waivers=waivers).status is judgement


def test_versions_are_numbers_not_text() -> None:
    assert is_newer("1.10", "1.9")
    assert not is_newer("1.3", "1.3")
    assert is_newer("2.0", "1.99")
