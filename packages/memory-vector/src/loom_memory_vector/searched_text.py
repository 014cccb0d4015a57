"""Which texts are embedded: those that have a term, since nothing else can be found."""

import re
from typing import Final

from loom_memory_core import MemoryEntry, searchable_text, tokenize

_FIRST: Final = 1_000
"""Characters that are looked at first: nearly every text has a term among them."""

_NOT_TEXT: Final = re.compile("[\0\ud800-\udfff]+")
"""What a text may hold and no model can read."""


def embeddable(entry: MemoryEntry) -> str | None:
    r"""The text of an entry as an embedder is given it; ``None`` for one without a term.

    An entry without a term has no vector, is never sent to an embedder, and is never found.
    U+0000 is left out. A text longer than the model's limit is cut by the embedder.

    Examples:
        >>> embeddable(MemoryEntry(content={"title": "db-7", "tries": 3}))
        'db-7\n3'
        >>> embeddable(MemoryEntry(content={"done": True, "mark": "!!"})) is None
        True
    """
    text = _NOT_TEXT.sub(" ", searchable_text(entry))
    return text if _has_term(text) else None


def embeddable_query(query: str) -> str | None:
    r"""A query as an embedder is given it; ``None`` for one without a term, which finds nothing.

    U+0000 and halves of surrogate pairs are left out.

    Examples:
        >>> embeddable_query("kiwi \ud800"), embeddable_query("?!")
        ('kiwi  ', None)
    """
    text = _NOT_TEXT.sub(" ", query)
    return text if _has_term(text) else None


def _has_term(text: str) -> bool:
    return bool(tokenize(text[:_FIRST]) or tokenize(text))
