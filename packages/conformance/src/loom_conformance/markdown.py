"""A report as Markdown, for an issue, a release note or a summary page."""

from collections.abc import Iterable, Iterator, Sequence

from loom_conformance.outcome import Status
from loom_conformance.record import CaseRecord
from loom_conformance.report import Report, StoreReport


def markdown(report: Report) -> str:
    """The whole report."""
    lines = ["# Conformance to the memory contract", ""]
    lines += [f"Tier {report.tier}, {report.generated_at:%Y-%m-%d %H:%M} UTC, {report.seconds} s."]
    lines += ["", *_table(("what", "version"), report.versions.items())]
    for store in report.stores:
        lines += ["", *_store(store)]
    return "\n".join(lines) + "\n"


def _store(store: StoreReport) -> Iterator[str]:
    yield f"## {store.name}: {store.level}"
    yield ""
    claim = store.claim
    yield (
        f"Contract {claim.contract}, matching by {claim.matching}, "
        f"{'durable' if claim.durable else 'not durable'}, "
        f"promised verbs: {', '.join(claim.verbs) or 'none'}."
    )
    if store.versions:
        yield from ("", *_table(("what", "version"), store.versions.items()))
    names = [name for name, count in store.counts.items() if count]
    rows = [(verb, *(each[name] for name in names)) for verb, each in store.by_verb.items()]
    yield from ("", *_table(("verb", *names), rows))
    if store.problems:
        yield from ("", "Waivers:", "", *(f"- {problem}" for problem in store.problems))
    yield from _failures(store)
    for status in (Status.WAIVED, Status.ADVISORY, Status.NOT_PROVEN, None):
        yield from _listed(status, store.ended(status))


def _failures(store: StoreReport) -> Iterator[str]:
    for case in store.ended(Status.FAILED):
        yield from ("", f"### {case.id}", "", case.promise, "")
        if case.failure is None:
            yield case.reason
            continue
        yield f"- input: `{case.failure.input}`"
        yield f"- expected: `{case.failure.expected}`"
        yield f"- got: `{case.failure.got}`"
        yield from ("", "```python", case.failure.reproduction, "```")


def _listed(status: Status | None, cases: Sequence[CaseRecord]) -> Iterator[str]:
    if not cases:
        return
    title = str(status or "left out")
    yield from ("", f"### {title[0].upper()}{title[1:]}", "")
    yield from (f"- `{case.id}`: {case.reason}" for case in cases)


def _table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> list[str]:
    return [_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows)]


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
