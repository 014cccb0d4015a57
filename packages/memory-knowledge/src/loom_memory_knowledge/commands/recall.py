"""``loom knowledge recall``: the passages that fit a question."""

from collections.abc import Callable
from datetime import UTC, datetime

import click
from loom_memory_cli import json_option, opened_to_read, print_json, say, store_option
from loom_memory_core import MemoryStore
from pydantic import JsonValue

from loom_memory_knowledge.commands.passage_view import print_hit, print_turns
from loom_memory_knowledge.commands.reports import RecallReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.grants.agent_memory import AgentMemory
from loom_memory_knowledge.grants.grants import Grants
from loom_memory_knowledge.grants.response import AgentRecall, TracedRecall
from loom_memory_knowledge.keys import SOURCES, Source
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.recall.result import Recall
from loom_memory_knowledge.scope import Scope

DEFAULT_SOURCES: tuple[Source, ...] = ("facts", "notes", "documents")

Sources = tuple[Source, ...]


@click.command()
@click.argument("words", metavar="QUESTION...", nargs=-1, required=True)
@click.option(
    "--source",
    "sources",
    type=click.Choice(SOURCES),
    multiple=True,
    default=DEFAULT_SOURCES,
    show_default=True,
    help="Where to look; one alone, facts with notes, or all three of the default.",
)
@click.option("--limit", type=click.IntRange(min=0), default=8, show_default=True, help="At most.")
@click.option("--as-of", type=click.DateTime(), help="Facts that were true then, in UTC.")
@click.option("--traces", is_flag=True, help="Print what was said, too, where facts come from it.")
@click.option("--explain", is_flag=True, help="Print where the points of each score come from.")
@scope_option
@store_option
@json_option
def recall(  # noqa: PLR0913 - one for each option
    words: tuple[str, ...],
    *,
    sources: Sources,
    limit: int,
    as_of: datetime | None,
    traces: bool,
    explain: bool,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Print the passages that fit QUESTION, best first; `>` marks what of each matched."""
    if traces and explain:
        raise click.UsageError("--explain tells of what is recalled alone; leave --traces out.")
    query = " ".join(words)
    moment = None if as_of is None else as_of.replace(tzinfo=UTC)
    with opened_to_read(url) as store:
        knowledge = Knowledge(store, scope)
        if traces:
            found = _traced(store, scope, sources, query=query, limit=limit, as_of=moment)
        else:
            found = knowledge.recall(
                query, limit=limit, sources=sources, as_of=moment, explain=explain
            )
        paths = _paths(knowledge, found)
    if as_json:
        print_json(RecallReport(scope=str(scope), recall=found, paths=paths))
        return
    for rank, hit in enumerate(found.hits, 1):
        print_hit(rank, hit, path=paths.get(hit.document, ""))
    if isinstance(found, TracedRecall):
        print_turns(found.source_turns)
    if not found.hits:
        say(f"Nothing matches in {', '.join(sources)} of {scope}.")


def _traced(
    store: MemoryStore,
    scope: Scope,
    sources: Sources,
    *,
    query: str,
    limit: int,
    as_of: datetime | None,
) -> AgentRecall:
    """What an agent with the trace grant would recall; nothing is recorded."""
    grants = Grants(scopes=(str(scope),), sources=tuple(sources), attach_traces=True, history=True)
    memory = AgentMemory(store, grants, decide=_at_once)
    return memory.search(query, sources=sources, limit=limit, as_of=as_of)


def _at_once(_name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
    return thunk()


def _paths(knowledge: Knowledge, found: Recall) -> dict[str, str]:
    """The first name of each document that was found."""
    names = {each: knowledge.tree.names(each) for each in {hit.document for hit in found.hits}}
    return {document: str(paths[0]) for document, paths in sorted(names.items()) if paths}
