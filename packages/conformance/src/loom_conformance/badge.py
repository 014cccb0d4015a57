"""A report as a badge, in the form that shields.io reads from an address."""

import json

from loom_conformance.level import FULL, NONE
from loom_conformance.report import StoreReport


def badge(store: StoreReport) -> str:
    """The JSON of one store's badge."""
    waived = store.counts["waived"]
    return json.dumps(
        {
            "schemaVersion": 1,
            "label": f"loom contract {store.claim.contract}",
            "message": f"{store.level}, {waived} waived" if waived else store.level,
            "color": _color(store),
        }
    )


def _color(store: StoreReport) -> str:
    if store.level == NONE:
        return "red"
    if store.counts["failed"] or store.problems:
        return "orange"
    return "brightgreen" if store.level == FULL else "green"
