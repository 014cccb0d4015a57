"""``loom knowledge show``: a document as Markdown."""

import click
from loom_memory_cli import json_option, opened_to_read, print_json, printable, store_option
from loom_memory_core import untainted

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.commands.reports import ShowReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("path")
@scope_option
@store_option
@json_option
def show(path: str, *, scope: Scope, url: str, as_json: bool) -> None:
    """Print the document at PATH: its Markdown, its facts, or what was said."""
    with opened_to_read(url) as store:
        knowledge = Knowledge(store, scope)
        document = knowledge.documents.read(knowledge.tree.resolve(path))
        text = _text(knowledge, document)
    if as_json:
        print_json(
            ShowReport(
                scope=str(scope),
                path=path,
                document=document.id,
                title=document.head.title,
                markdown=text,
            )
        )
        return
    click.echo(printable(text), nl=False)


def _text(knowledge: Knowledge, document: Document) -> str:
    if document.head.kind == "document":
        return knowledge.export_markdown(document.id)
    lines = [f"# {document.head.title}", "", *(_line(each) for each in document.live)]
    return "\n".join(lines) + "\n"


def _line(chunk: Chunk) -> str:
    body = chunk.body
    said = f"{body.role}: " if body.role else ""
    at = f"[{body.observed_at:%Y-%m-%d}] " if body.observed_at else ""
    ended = " (ended)" if chunk.closed is not None else ""
    text = str(untainted(body.text)).replace("\n", "\n  ")
    return f"- {at}{said}{text}{ended}"
