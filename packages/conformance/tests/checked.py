"""The check as the tests call it: without an index, and with one case unless all are wanted."""

from loom_conformance.check.checking import check
from loom_conformance.check.request import Request
from loom_conformance.check.result import CheckReport


class Quiet:
    """Nobody is told."""

    def say(self, text: str) -> None:
        pass

    def step(self, done: int, total: int) -> None:
        pass


def checked(
    target: str = "acme",
    *,
    cases: tuple[str, ...] = ("append.order",),
    patience: float | None = None,
    urls: tuple[str, ...] = (),
) -> CheckReport:
    """Check what is installed."""
    request = Request(target, urls=urls, cases=cases, offline=True, patience=patience)
    return check(request, Quiet())


def told(report: CheckReport) -> dict[str, str]:
    """What was said under each finding's id, hints included."""
    said: dict[str, str] = {}
    for each in report.findings:
        said[each.id] = f"{said.get(each.id, '')}{each.message}\n{each.hint}\n"
    return said
