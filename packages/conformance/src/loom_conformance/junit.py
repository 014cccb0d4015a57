"""A report as JUnit XML, which every build server reads."""

from xml.etree import ElementTree as ET

from loom_conformance.outcome import Status
from loom_conformance.record import CaseRecord
from loom_conformance.report import Report, StoreReport


def junit(report: Report) -> str:
    """The whole report: a suite for each store, a test case for each case that was run."""
    root = ET.Element("testsuites", name="loom-conformance", time=f"{report.seconds:.3f}")
    root.extend(_suite(store, report) for store in report.stores)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(store: StoreReport, report: Report) -> ET.Element:
    run = [case for case in store.cases if case.status is not None]
    failed = len(store.ended(Status.FAILED))
    passed = len(store.ended(Status.PASSED))
    suite = ET.Element(
        "testsuite",
        name=store.name,
        tests=str(len(run)),
        failures=str(failed),
        skipped=str(len(run) - failed - passed),
        time=f"{store.seconds:.3f}",
        timestamp=report.generated_at.isoformat(timespec="seconds"),
    )
    properties = ET.SubElement(suite, "properties")
    for name, value in {"level": store.level, **report.versions, **store.versions}.items():
        ET.SubElement(properties, "property", name=name, value=value)
    suite.extend(_case(case, store) for case in run)
    return suite


def _case(case: CaseRecord, store: StoreReport) -> ET.Element:
    element = ET.Element("testcase", classname=store.name, name=case.id, time=f"{case.seconds:.3f}")
    if case.status is Status.FAILED:
        failure = ET.SubElement(element, "failure", message=xml_text(case.promise))
        failure.text = xml_text(_told(case))
    elif case.status is not Status.PASSED:
        ET.SubElement(element, "skipped", message=xml_text(f"{case.status}: {case.reason}"))
    return element


def _told(case: CaseRecord) -> str:
    if case.failure is None:
        return case.reason
    told = case.failure
    return (
        f"input     {told.input}\nexpected  {told.expected}\ngot       {told.got}\n\n"
        f"{told.reproduction}\n"
    )


def xml_text(text: str) -> str:
    """``text`` with what XML cannot hold, such as U+0000, written as an escape."""
    return "".join(
        char if _is_xml(char) else char.encode("unicode_escape").decode() for char in text
    )


def _is_xml(char: str) -> bool:
    return (
        char in "\t\n" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff"
    )
