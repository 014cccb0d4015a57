"""Do one thing in a store, and be killed before one of its calls: URL, what, which call."""

import os
import sys
from signal import SIGKILL

from loom_memory_core import opened
from loom_memory_knowledge import Knowledge, SentenceExtractor, Turn
from store_faults import SCOPE, Watched

ACTS = {
    "edit": lambda knowledge: knowledge.import_markdown("# db-7\n\nRuns on beta.\n", "/db-7"),
    "fact": lambda knowledge: knowledge.remember(
        "Zoe pays Bob.", about="person:Zoe", also_about=["person:Bob"], operation="o1"
    ),
    "turns": lambda knowledge: knowledge.add(
        [Turn("Ada", "The pager is red."), Turn("Bob", "So it is.")], session="s1", item="i2"
    ),
    "consolidate": lambda knowledge: knowledge.consolidate(SentenceExtractor()),
}


def main() -> None:
    """Die, or come to the end where there are fewer calls."""
    url, what, call = sys.argv[1:]

    def die(number: int) -> None:
        if number == int(call):
            os.kill(os.getpid(), SIGKILL)

    with opened(url) as store:
        ACTS[what](Knowledge(Watched(store, die), SCOPE))


if __name__ == "__main__":
    main()
