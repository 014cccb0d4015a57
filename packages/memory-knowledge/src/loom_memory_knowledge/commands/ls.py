"""``loom knowledge ls``: the names in a directory of the tree."""

import click
from loom_memory_cli import (
    json_option,
    opened_to_read,
    print_json,
    printable_line,
    say,
    store_option,
)

from loom_memory_knowledge.commands.reports import ListedName, LsReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.documents.tree import Dirent
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("path", default="/")
@click.option("-r", "--recursive", is_flag=True, help="All that lies below it, too.")
@scope_option
@store_option
@json_option
def ls(path: str, *, recursive: bool, scope: Scope, url: str, as_json: bool) -> None:
    """Print what the directory PATH holds, sorted by name; the root unless given."""
    with opened_to_read(url) as store:
        found = Knowledge(store, scope).tree.ls(path, recursive=recursive)
    if as_json:
        names = [_listed(each) for each in found]
        print_json(LsReport(scope=str(scope), names=names))
        return
    for dirent in found:
        slash = "/" if dirent.directory else ""
        title = f"  {dirent.head.title}" if dirent.head is not None else ""
        click.echo(printable_line(f"{dirent.path}{slash}{title}"))
    if not found:
        say(f"Nothing is in {path} of {scope}.")


def _listed(dirent: Dirent) -> ListedName:
    return ListedName(
        path=str(dirent.path),
        directory=dirent.directory,
        document=dirent.document,
        title=None if dirent.head is None else dirent.head.title,
        kind=None if dirent.head is None else dirent.head.kind,
    )
