"""The template: the files of a real package for a backend called acme, and how they are renamed.

No template language stands in them. So they are what they produce: Python that is linted and
typed where it lies, a workflow whose own ``${{ }}`` needs no escape, a package that can be
read. What changes is the name alone, in the three forms that it takes.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from loom_scaffold.name import BackendName


def template_files(folder: str) -> dict[str, str]:
    """The files of a template, by their paths with slashes, in order."""
    root = files("loom_scaffold") / "templates" / folder
    return dict(sorted(_texts(root, "")))


def _texts(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        if each.is_file():
            yield f"{path}{each.name}", each.read_text(encoding="utf-8")
        elif not _is_left_by_a_tool(each.name):
            yield from _texts(each, f"{path}{each.name}/")


def _is_left_by_a_tool(folder: str) -> bool:
    """Whether a folder holds compiled modules, which installers make, or somebody's cache."""
    return folder == "__pycache__" or (folder.startswith(".") and folder != ".github")


def renamed(text: str, name: BackendName) -> str:
    """``text``, which speaks of acme, for ``name``.

    Examples:
        >>> renamed("loom_memory_acme: AcmeOptions of acme://", BackendName("couch-db"))
        'loom_memory_couch_db: CouchDbOptions of couch-db://'
    """
    forms = {
        "_acme": f"_{name.scheme.replace('-', '_')}",
        "acme": name.scheme,
        "Acme": name.class_prefix,
    }
    return re.sub("_?acme|Acme", lambda found: forms[found.group()], text)
