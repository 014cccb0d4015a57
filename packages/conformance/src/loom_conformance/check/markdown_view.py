"""A check as Markdown, for an issue, a release note or a summary page."""

from collections.abc import Iterator

from loom_conformance.check.finding import Finding
from loom_conformance.check.result import CheckReport
from loom_conformance.markdown import markdown as kit_markdown


def markdown(report: CheckReport) -> str:
    """The whole report."""
    word = "conformant" if report.conformant else "not conformant"
    lines = [
        f"# {report.distribution} {report.version}: {word}, level {report.level}",
        "",
        f"Checked {report.target} on {report.generated_at:%Y-%m-%d %H:%M} UTC.",
        *(f"\nNote: {note}." for note in report.notes),
        "",
        *_findings("What failed", report.faults),
        *_findings("Not proven", report.unproven),
        *_findings("Worth a look", report.advice),
    ]
    kits = [kit_markdown(each.kit) for each in report.backends if each.kit]
    return "\n".join([*lines, *kits]).rstrip("\n") + "\n"


def _findings(title: str, findings: list[Finding]) -> Iterator[str]:
    if not findings:
        return
    yield from (f"## {title}", "")
    for each in findings:
        message = " ".join(each.message.split())
        yield f"- `{each.id}`: {message}. Hint: {each.hint}."
    yield ""
