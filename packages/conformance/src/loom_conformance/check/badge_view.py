"""A check as a badge: a picture, or the JSON that shields.io reads from an address."""

import json
from typing import Final
from xml.sax.saxutils import escape

from loom_conformance.check.result import CheckReport
from loom_conformance.level import FULL, NONE

COLORS: Final = {"red": "#e05d44", "green": "#97ca00", "brightgreen": "#44cc11"}

SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" \
aria-label="{label}: {message}">
  <title>{label}: {message}</title>
  <rect width="{whole}" height="20" rx="3" fill="#555"/>
  <rect x="{left}" width="{right}" height="20" rx="3" fill="{color}"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="{at_label}" y="14" textLength="{label_length}">{label}</text>
    <text x="{at_message}" y="14" textLength="{message_length}">{message}</text>
  </g>
</svg>
"""

LETTER_WIDTH: Final = 7
PADDING: Final = 10


def endpoint(report: CheckReport) -> str:
    """The JSON of shields.io's endpoint badge."""
    label, message, color = _said(report)
    told = {"schemaVersion": 1, "label": label, "message": message, "color": color}
    return json.dumps(told) + "\n"


def svg(report: CheckReport) -> str:
    """The picture."""
    label, message, color = _said(report)
    left, right = (LETTER_WIDTH * len(each) + PADDING for each in (label, message))
    return SVG.format(
        label=escape(label, {'"': "&quot;"}),
        message=escape(message, {'"': "&quot;"}),
        color=COLORS[color],
        left=left,
        right=right,
        whole=left + right,
        at_label=left // 2,
        at_message=left + right // 2,
        label_length=left - PADDING,
        message_length=right - PADDING,
    )


def _said(report: CheckReport) -> tuple[str, str, str]:
    contract = next((each.contract for each in report.backends if each.contract), "")
    label = f"loom contract {contract}".strip()
    waived = sum(each.report.counts["waived"] for each in report.backends if each.report)
    if not report.conformant or report.level == NONE:
        return label, "not conformant", "red"
    message = f"{report.level}, {waived} waived" if waived else report.level
    return label, message, "brightgreen" if report.level == FULL else "green"
