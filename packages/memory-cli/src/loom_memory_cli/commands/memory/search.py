"""``loom memory search``: the entries of a key that match a question, best first."""

from typing import TYPE_CHECKING

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.stores import opened_to_read, store_language, store_option
from loom_memory_cli.talk import say

if TYPE_CHECKING:
    from loom_memory_core import SearchHit


@click.command()
@click.argument("key")
@click.argument("words", metavar="QUERY...", nargs=-1, required=True)
@click.option(
    "--limit", type=click.IntRange(min=0), default=10, show_default=True, help="At most so many."
)
@click.option("--full", is_flag=True, help="Print each text whole, however long it is.")
@store_option
@json_option
def search(
    key: str, words: tuple[str, ...], *, limit: int, full: bool, url: str, as_json: bool
) -> None:
    """Print the entries of KEY that match QUERY, best first.

    The words of QUERY need no quotes. In what is printed, those that match are marked.
    """
    query = " ".join(words)
    from loom_memory_core import require  # noqa: PLC0415 - not needed for the help

    with opened_to_read(url) as store:
        hits = require(store, "search").search(key, query, limit=limit)
    if as_json:
        _print_json(key, query, hits)
        return
    from loom_memory_cli.hit_view import print_hits  # noqa: PLC0415 - as above

    print_hits(hits, query, whole=full, language=store_language(url))
    if not hits:
        say("Nothing matches.")


def _print_json(key: str, query: str, hits: list["SearchHit"]) -> None:
    from loom_memory_cli.reports import Hit, SearchReport  # noqa: PLC0415 - as above

    found = [Hit(score=hit.score, similarity=hit.similarity, entry=hit.entry) for hit in hits]
    print_json(SearchReport(key=key, query=query, hits=found))
