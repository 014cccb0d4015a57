"""``loom knowledge import``: a folder of Markdown becomes searchable."""

from pathlib import Path as File

import click
from loom_memory_cli import Exit, counted, json_option, print_json, progress, say, store_option
from loom_memory_core import opened

from loom_memory_knowledge.commands.folder import Page, pages
from loom_memory_knowledge.commands.reports import ImportedFile, ImportReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.errors import PathNotFoundError
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command("import")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=File))
@click.option("--into", default="/documents", show_default=True, help="Where the paths begin.")
@click.option("--origin", help="Whence the text comes, if it is not to be trusted: it is tainted.")
@click.option("--prune", is_flag=True, help="Delete documents whose file is gone.")
@scope_option
@store_option
@json_option
def import_folder(  # noqa: PLR0913 - one for each option
    folder: File,
    *,
    into: str,
    origin: str | None,
    prune: bool,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Import the Markdown files below FOLDER, each as a document; again, to bring it up to date.

    A section that says the same is not touched.
    """
    base = Path.parse(into)
    found = pages(folder, base)
    with opened(url) as store, progress("Importing") as step:
        knowledge = Knowledge(store, scope)
        imported, unreadable = [], []
        for done, page in enumerate(found, 1):
            text = _read(page.file)
            if text is None:
                unreadable.append(str(page.file))
            else:
                imported.append(_import(knowledge, page, text, origin=origin))
            step(done, len(found))
        pruned = _prune(knowledge, base, keep={page.path for page in found}) if prune else []
    report = ImportReport(scope=str(scope), files=imported, pruned=pruned, unreadable=unreadable)
    if as_json:
        print_json(report)
    _tell(report)
    if unreadable:
        click.get_current_context().exit(Exit.PROBLEMS)


def _read(file: File) -> str | None:
    """The text of a file; ``None`` for one that is no UTF-8 or cannot be opened."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _import(knowledge: Knowledge, page: Page, text: str, *, origin: str | None) -> ImportedFile:
    done = knowledge.import_markdown(text, page.path, origin=origin)
    return ImportedFile(
        file=str(page.file),
        path=done.path,
        added=done.added,
        edited=done.edited,
        removed=done.removed,
        unchanged=done.unchanged,
    )


def _prune(knowledge: Knowledge, base: Path, *, keep: set[Path]) -> list[str]:
    try:
        standing = knowledge.tree.ls(base, recursive=True)
    except PathNotFoundError:
        return []
    gone = [each for each in standing if each.document is not None and each.path not in keep]
    for dirent in gone:
        knowledge.documents.delete(str(dirent.document))
    return [str(each.path) for each in gone]


def _tell(report: ImportReport) -> None:
    totals = {
        name: sum(getattr(each, name) for each in report.files)
        for name in ("added", "edited", "removed", "unchanged")
    }
    sections = ", ".join(f"{count:,} {name}" for name, count in totals.items())
    say(f"Imported {counted(len(report.files), 'file')}; sections: {sections}.")
    if report.pruned:
        say(f"Deleted {counted(len(report.pruned), 'document')} whose file is gone.")
    for file in report.unreadable:
        say(f"Not read: {file} is no UTF-8 text.")
