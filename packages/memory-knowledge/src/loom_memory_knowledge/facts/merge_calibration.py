"""Whether a store's similarities can tell duplicates from facts that only look alike."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple
from uuid import uuid4

from loom_memory_core import (
    InvalidOptionsError,
    MemoryEntry,
    MemoryStore,
    Progress,
    no_progress,
    require,
)

from loom_memory_knowledge.chunk import FactClass
from loom_memory_knowledge.facts.content import lost_from
from loom_memory_knowledge.facts.pairs import shared_words
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.part import Part

STEP = 0.02
"""Between two bands of the sweep."""


class LabelledPair(Part):
    """Two facts, and whether they say the same."""

    a: str
    b: str
    same: bool
    fact_class: FactClass = "fact"


class Measured(NamedTuple):
    """A pair with its similarity."""

    pair: LabelledPair
    similarity: float
    shared: float


class Distribution(Part):
    """The similarities of some pairs."""

    fact_class: str
    """``all`` for every class together."""

    same: bool
    count: int
    lowest: float
    median: float
    highest: float


class BandRow(Part):
    """What one band would try to merge."""

    similarity: float
    same: int
    """Pairs that say the same, and would be tried."""

    different: int
    """Pairs that do not, and would be tried as well."""

    same_merged: int
    """Pairs of the same, of which one text says all that both say."""

    different_merged: int
    """Pairs that differ, and would be merged all the same: what nothing here keeps apart."""


class MergeCalibration(Part):
    """The figures for a choice; none is made here."""

    space: str
    pairs: int
    distributions: tuple[Distribution, ...]
    sweep: tuple[BandRow, ...]
    safe: float | None
    """The lowest band of the sweep that merges no different pair and some same ones, if any."""


def calibrate_merge(
    store: MemoryStore,
    pairs: Sequence[LabelledPair],
    *,
    shared: float = 0.5,
    progress: Progress = no_progress,
) -> MergeCalibration:
    """Measure labelled pairs in a store's embedding space.

    It writes each pair's first text under a key of its own, and clears that key.

    Args:
        store: Whose similarities.
        pairs: Of both labels.
        shared: The share of content words that a band asks for beside the similarity.
        progress: Told of pairs done, and of how many there are.

    Raises:
        InvalidOptionsError: The store compares no embeddings, or the pairs are of one label.
    """
    space = KnowledgeStore(store).embedding()
    if space is None:
        raise InvalidOptionsError(
            "the store compares no embeddings, so no band can hold in it",
            hint="calibrate on a store of vectors, such as vector+sqlite:///file.db",
        )
    if len({pair.same for pair in pairs}) < 2:  # noqa: PLR2004 - the two labels
        raise InvalidOptionsError(
            f"all of the {len(pairs)} pairs have one label",
            hint="bring pairs that say the same, and pairs that only look alike",
        )
    measured = list(_measured(store, pairs, progress=progress))
    sweep = _sweep(measured, shared)
    safe = [row.similarity for row in sweep if row.same_merged and not row.different_merged]
    return MergeCalibration(
        space=space,
        pairs=len(pairs),
        distributions=tuple(_distributions(measured)),
        sweep=tuple(sweep),
        safe=min(safe) if safe else None,
    )


def _measured(
    store: MemoryStore, pairs: Sequence[LabelledPair], *, progress: Progress
) -> Iterable[Measured]:
    search = require(store, "search").search
    key = f"loom/scratch/{uuid4().hex}"
    for done, pair in enumerate(pairs, 1):
        try:
            store.append(key, [MemoryEntry(content=pair.a)])
            hits = search(key, pair.b, limit=1)
        finally:
            store.clear(key)
        similarity = (hits[0].similarity or 0.0) if hits else 0.0
        yield Measured(pair, similarity, shared_words(pair.a, pair.b))
        progress(done, len(pairs))


def _distributions(measured: Sequence[Measured]) -> Iterable[Distribution]:
    classes = ["all", *sorted({each.pair.fact_class for each in measured})]
    for name in classes:
        for same in (True, False):
            found = [
                each.similarity
                for each in measured
                if each.pair.same is same and name in {"all", each.pair.fact_class}
            ]
            if found:
                yield Distribution(
                    fact_class=name,
                    same=same,
                    count=len(found),
                    lowest=round(min(found), 6),
                    median=round(median(found), 6),
                    highest=round(max(found), 6),
                )


def _sweep(measured: Sequence[Measured], shared: float) -> list[BandRow]:
    tried = [each for each in measured if each.shared >= shared]
    bands = [round(0.5 + STEP * step, 2) for step in range(round(0.5 / STEP) + 1)]
    return [_row(band, [each for each in tried if each.similarity >= band]) for band in bands]


def _row(band: float, tried: Sequence[Measured]) -> BandRow:
    same = [each.pair for each in tried if each.pair.same]
    different = [each.pair for each in tried if not each.pair.same]
    return BandRow(
        similarity=band,
        same=len(same),
        different=len(different),
        same_merged=sum(map(_mergeable, same)),
        different_merged=sum(map(_mergeable, different)),
    )


def _mergeable(pair: LabelledPair) -> bool:
    """Whether one of the two texts says all that both say."""
    return not lost_from(pair.a, pair.b).any or not lost_from(pair.b, pair.a).any
