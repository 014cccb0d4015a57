"""Whether a package index can show the description."""

from collections.abc import Iterator
from email.message import Message
from io import StringIO
from typing import Final

from loom_conformance.check.finding import Finding, fault
from loom_conformance.check.packaging_checks import Package

KNOWN: Final = ("text/markdown", "text/x-rst", "text/plain")


def readme_findings(package: Package) -> Iterator[Finding]:
    """What is wrong with the description of the package."""
    text = _description(package)
    if not text.strip():
        yield fault(
            "packaging.readme",
            f"{package.name} has no description",
            hint='write README.md, and readme = "README.md" in pyproject.toml',
        )
        return
    kind = _content_type(package)
    if kind not in KNOWN:
        yield fault(
            "packaging.readme",
            f"the description is of type {kind or 'nothing'!r}; an index knows {', '.join(KNOWN)}",
            hint='write readme = "README.md" in pyproject.toml, and the build says the type',
        )
        return
    shown, complaints = _rendered(text, kind)
    if not shown:
        yield fault(
            "packaging.readme",
            f"the description does not render as {kind}: {complaints or 'nothing is left'}",
            hint="correct it; `loom plugin check` renders it as the index does",
        )


def _description(package: Package) -> str:
    fields = package.distribution.metadata
    body = fields.get_all("Description") or [getattr(fields, "get_payload", str)()]
    return str(body[0] or "")


def _content_type(package: Package) -> str:
    message = Message()
    message["Content-Type"] = package.field("Description-Content-Type") or "text/x-rst"
    return message.get_content_type()


def _rendered(text: str, kind: str) -> tuple[bool, str]:
    """Whether there is something to show, and what the renderer complains of."""
    from readme_renderer import markdown, rst, txt  # noqa: PLC0415 - slow to import

    complaints = StringIO()
    if kind == "text/x-rst":
        return bool(rst.render(text, stream=complaints)), complaints.getvalue().strip()
    render = markdown.render if kind == "text/markdown" else txt.render
    return bool(render(text)), ""
