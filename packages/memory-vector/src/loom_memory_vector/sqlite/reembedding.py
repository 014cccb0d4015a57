"""Moving a file to another embedding model, while the old one goes on serving it."""

from contextlib import closing
from typing import Final
from urllib.parse import parse_qsl

from loom_memory_core import Progress, no_progress
from loom_memory_sqlite import Carried, count_unprepared, indexes_of_file, reindex_file

from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.move import Move, refuse_others
from loom_memory_vector.sqlite.backend import indexes_for
from loom_memory_vector.sqlite.options import VectorSqliteOptions

_OWN: Final = {"vectors", "fts5"}


def planned_move(options: VectorSqliteOptions) -> Move:
    """What ``reembed_file`` would do; nothing is embedded, and nothing changes.

    Args:
        options: Which file, and the new embedder.

    Raises:
        InvalidOptionsError: The file carries no vectors, or an index that would be lost.
    """
    carried = {each.name: each for each in indexes_of_file(options)}
    refuse_others(carried.keys(), _OWN, place=str(options.path), url=options.own_url())
    target = _with_words(options, carried.get("fts5"))
    with closing(embedder_of(target)) as embedder:
        new = embedder.fingerprint
        old = Fingerprint.from_json(carried["vectors"].identity)
        contents = 0
        if not old.same_space(new):
            contents = count_unprepared(target, indexes_for(target, embedder))
    return Move(old, new, contents, target.own_url())


def reembed_file(options: VectorSqliteOptions, *, progress: Progress = no_progress) -> Move:
    """Embed every entry of the file with another model, and then switch to it.

    Until the switch, which is one transaction, the file is searched and written in the old
    space by whoever uses it; what they append meanwhile is embedded too. What was embedded is
    kept in the file, so a run that was killed goes on where it was. Afterwards, handles with
    the old embedder are refused. A file in the space of the new embedder is left as it is.

    Args:
        options: Which file, and the new embedder. The words of a hybrid file stay.
        progress: Told of each step.

    Returns:
        What was done.

    Raises:
        InvalidOptionsError: The file carries no vectors, or an index that would be lost.
        StoreWriteError: Others write faster than the model embeds; run it again later.
    """
    move = planned_move(options)
    if move.old.same_space(move.new):
        return move
    words = next((each for each in indexes_of_file(options) if each.name == "fts5"), None)
    target = _with_words(options, words)
    with closing(embedder_of(target)) as embedder:
        reindex_file(target, indexes_for(target, embedder), progress=progress)
    return move


reembed = reembed_file
"""As the command calls it, whichever the list."""


def _with_words(options: VectorSqliteOptions, words: Carried | None) -> VectorSqliteOptions:
    """The options, with the words that the file has, or without."""
    if words is None:
        return options.model_copy(update={"hybrid": False})
    language = dict(parse_qsl(words.parameters)).get("language", options.language)
    return options.model_copy(update={"hybrid": True, "language": language})
