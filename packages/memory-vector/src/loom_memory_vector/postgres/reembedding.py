"""Moving a schema to another embedding model, while the old one goes on serving it."""

from contextlib import closing
from typing import Final
from urllib.parse import parse_qsl

from loom_memory_core import Progress, no_progress
from loom_memory_postgres import Carried, count_unprepared, indexes_of_schema, reindex_schema

from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.move import Move, refuse_others
from loom_memory_vector.postgres.backend import indexes_for
from loom_memory_vector.postgres.options import VectorPostgresOptions

_OWN: Final = {"vectors", "words"}


def planned_move(options: VectorPostgresOptions) -> Move:
    """What ``reembed_schema`` would do; nothing is embedded, and nothing changes.

    Args:
        options: Which schema, and the new embedder.

    Raises:
        InvalidOptionsError: The schema carries no vectors, or an index that would be lost.
    """
    carried = {each.name: each for each in indexes_of_schema(options)}
    refuse_others(carried.keys(), _OWN, place=str(options.url), url=options.own_url())
    target = _as_carried(options, carried)
    with closing(embedder_of(target)) as embedder:
        new = embedder.fingerprint
        old = Fingerprint.from_json(carried["vectors"].identity)
        contents = 0
        if not old.same_space(new):
            contents = count_unprepared(target, indexes_for(target, embedder))
    return Move(old, new, contents, target.own_url())


def reembed_schema(options: VectorPostgresOptions, *, progress: Progress = no_progress) -> Move:
    """Embed every entry of the schema with another model, and then switch to it.

    While it embeds, the schema is searched and written in the old space by whoever uses it;
    what they append is embedded too. What was embedded is kept in the schema, so a run that
    was killed goes on where it was. Then one transaction builds the new table beside the old
    one: searches go on in the old space until it ends, and writers wait for it. Afterwards,
    handles with the old embedder are refused. A schema in the space of the new embedder is
    left as it is.

    Args:
        options: Which schema, and the new embedder, by a role that may make tables. The words
            of a hybrid schema stay, and so does the graph of an approximate one.
        progress: Told of each step.

    Returns:
        What was done.

    Raises:
        InvalidOptionsError: The schema carries no vectors, or an index that would be lost.
        StoreWriteError: Others write faster than the model embeds; run it again later.
    """
    move = planned_move(options)
    if move.old.same_space(move.new):
        return move
    target = _as_carried(options, {each.name: each for each in indexes_of_schema(options)})
    with closing(embedder_of(target)) as embedder:
        reindex_schema(target, indexes_for(target, embedder), progress=progress)
    return move


reembed = reembed_schema
"""As the command calls it, whichever the list."""


def _as_carried(
    options: VectorPostgresOptions, carried: dict[str, Carried]
) -> VectorPostgresOptions:
    """The options, with the words and the graph that the schema has, or without."""
    words = carried.get("words")
    vectors = dict(parse_qsl(carried["vectors"].parameters))
    known = {} if words is None else dict(parse_qsl(words.parameters))
    update = {
        "hybrid": words is not None,
        "language": known.get("language", options.language),
        "approximate": vectors.get("approximate") == "true",
    }
    return options.model_copy(update=update)
