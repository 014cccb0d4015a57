"""The page of every case, made from the docstrings: ``python -m loom_conformance.reference``."""

import argparse
import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.contract import MemoryStoreContract
from loom_conformance.promise import Case, cases_of
from loom_conformance.seen import address

HEAD = """---
hide: [toc]
---

# The cases of the conformance kit

Each case is one promise of [the contract](contract.md), and its id never changes.
A backend runs them as [How to prove a backend](../how-to/prove-a-backend.md) says.

A case may **need** a verb, a way of matching (`terms`), a durable store (`reopen`),
or a factory that other processes can use (`processes`).
Without a verb it is skipped, unless the verb was promised; without the rest it is *not proven*.
It belongs to the `quick` tier unless it says otherwise, and to contract 1.0.

There are {count} cases: {core} for the three required verbs, and {optional} for the optional ones.
Where a real system broke the promise, the case links to a report of it.

| verb | cases |
| --- | --- |
{table}
"""


def page(contract: type = MemoryStoreContract) -> str:
    """The reference page of a contract class, as Markdown."""
    cases = cases_of(contract)
    counts = Counter(case.verb for case in cases.values())
    rows = [f"| `{verb}` | {counts[verb]} |" for verb in ("core", *OPTIONAL_VERBS)]
    core = counts["core"]
    head = HEAD.format(
        count=len(cases), core=core, optional=len(cases) - core, table="\n".join(rows)
    )
    groups: dict[str, list[Case]] = {}
    for case in cases.values():
        groups.setdefault(case.function.__module__, []).append(case)
    return head + "".join(f"{line}\n" for item in groups.items() for line in _group(*item))


def _group(module: str, cases: Sequence[Case]) -> Iterator[str]:
    title, _, rest = _sentence(sys.modules[module]).partition(": ")
    yield from ("", f"## {title}", "", f"{rest[:1].upper()}{rest[1:]}")
    for case in cases:
        yield from ("", f"### {case.id}", "", case.promise)
        for note in filter(None, (_note(case), _seen(case))):
            yield from ("", note)


def _sentence(thing: object) -> str:
    return (inspect.getdoc(thing) or "").splitlines()[0].replace("``", "`")


def _note(case: Case) -> str:
    needs = ", ".join(f"`{need}`" for need in case.needs)
    parts = [f"Needs {needs}."] if needs else []
    if case.tier != "quick":
        parts.append(f"Tier `{case.tier}`.")
    if case.since != "1.0":
        parts.append(f"Since contract {case.since}.")
    return " ".join(parts)


def _seen(case: Case) -> str:
    links = [f"[{report}]({address(report)})" for report in case.seen]
    return f"Broken in {' and '.join(links)}." if links else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page, or write it to a file."""
    parser = argparse.ArgumentParser(
        prog="python -m loom_conformance.reference", description="Make the page of every case."
    )
    parser.add_argument("path", nargs="?", type=Path, help="write it here instead of printing it")
    path = parser.parse_args(arguments).path
    if path is None:
        sys.stdout.write(page())
    else:
        path.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
