"""A check as JUnit XML: the kit's own, and a suite for what was found beside it."""

from xml.etree import ElementTree as ET

from loom_conformance.check.result import CheckReport
from loom_conformance.junit import junit as kit_junit
from loom_conformance.junit import xml_text


def junit(report: CheckReport) -> str:
    """The whole report."""
    root = ET.Element("testsuites", name="loom-check", time=f"{report.seconds:.3f}")
    root.append(_package(report))
    for backend in report.backends:
        if backend.kit is not None:
            root.extend(ET.fromstring(kit_junit(backend.kit)))  # noqa: S314 - it is our own text
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _package(report: CheckReport) -> ET.Element:
    """One test case for each area: it fails with all that was found there."""
    areas = [area for area in report.checked if area != "kit" or _faults(report, "kit")]
    failed = [area for area in areas if _faults(report, area)]
    suite = ET.Element(
        "testsuite",
        name=f"{report.distribution} {report.version}",
        tests=str(len(areas)),
        failures=str(len(failed)),
        skipped="0",
        time="0",
        timestamp=report.generated_at.isoformat(timespec="seconds"),
    )
    for area in areas:
        case = ET.SubElement(suite, "testcase", classname=report.distribution, name=area, time="0")
        found = _faults(report, area)
        if found:
            failure = ET.SubElement(case, "failure", message=xml_text(found[0].partition("\n")[0]))
            failure.text = xml_text("\n\n".join(found))
    return suite


def _faults(report: CheckReport, area: str) -> list[str]:
    return [
        f"{each.id}: {each.message}\nhint: {each.hint}"
        for each in report.faults
        if each.area == area
    ]
