"""Ask the runbooks: ``python -m runbook_recall "db-7 is down, what now?"``."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from loom_memory_core import LoomError, opened
from loom_memory_runtime import OpenAIChat, ReplayDivergedError, TieredMemory

from runbook_recall.corpus import RUNBOOKS, load
from runbook_recall.desk import Outcome, RunbookDesk
from runbook_recall.reader import ChatReader, QuotingReader, Reader

SCOPE = "team/db"
QUESTION = "db-7 does not answer: how do I fail over to db-8?"


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one question, or without one show what the desk can do."""
    options = _parser().parse_args(arguments)
    try:
        if options.question is None:
            return _tour()
        return _ask(options)
    except ReplayDivergedError as error:
        print(f"{error}\n  here: --execution NAME begins another", file=sys.stderr)
    except (LoomError, OSError) as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m runbook_recall", description=__doc__)
    parser.add_argument("question", nargs="?", help="without one, a tour in a temporary file")
    parser.add_argument("--runbooks", type=Path, default=RUNBOOKS, help="folder of *.md files")
    parser.add_argument("--store", default="sqlite:///runbook-recall.db", help="URL of the memory")
    parser.add_argument("--execution", default="incident-42", help="which run this is")
    parser.add_argument("--forget", action="store_true", help="delete the runbooks first")
    return parser


def _ask(options: argparse.Namespace) -> int:
    with opened(options.store) as store:
        memory = TieredMemory(store)
        if options.forget:
            memory.runtime.clear("semantic", SCOPE)
        else:
            load(memory, SCOPE, options.runbooks)
        desk = RunbookDesk(memory, _reader(), scope=SCOPE)
        _show(desk.ask(options.execution, options.question))
    return 0


def _tour() -> int:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder, 'tour.db')}"
        print(f"? {QUESTION}\n")
        if failed := main([QUESTION, "--store", url]):
            return failed
        print("\nNow the runbooks are deleted, and the same execution runs again.\n")
        return main([QUESTION, "--store", url, "--forget"])


def _reader() -> Reader:
    model = OpenAIChat.from_environment()
    return QuotingReader() if model is None else ChatReader(model)


def _show(outcome: Outcome) -> None:
    print(outcome.answer.text)
    for origin in outcome.answer.citations:
        print(f"  from {origin}")
    print("(replayed)" if outcome.replayed else "(decided now)")


if __name__ == "__main__":
    sys.exit(main())
