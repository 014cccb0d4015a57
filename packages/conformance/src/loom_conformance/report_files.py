"""A report's files: one folder holds the JSON, the JUnit, the Markdown and the badges."""

import re
from collections import Counter
from pathlib import Path

from loom_conformance.badge import badge
from loom_conformance.junit import junit
from loom_conformance.markdown import markdown
from loom_conformance.report import Report


def write_report(report: Report, folder: Path) -> list[Path]:
    """Write every form of ``report`` into ``folder``, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "report.json": report.model_dump_json(indent=2) + "\n",
        "junit.xml": junit(report),
        "report.md": markdown(report),
    }
    for name, store in zip(_badge_names(report), report.stores, strict=True):
        texts[name] = badge(store) + "\n"
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def _badge_names(report: Report) -> list[str]:
    """``badge-TestAcme.json``; with the file's name in it where two classes share a name."""
    short = [store.name.rpartition("::")[2] for store in report.stores]
    shared = Counter(short)
    return [
        f"badge-{name if shared[name] == 1 else _slug(store.name)}.json"
        for name, store in zip(short, report.stores, strict=True)
    ]


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
