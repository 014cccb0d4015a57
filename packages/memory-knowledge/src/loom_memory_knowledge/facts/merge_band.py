"""A merge band: how alike two facts must be, in one embedding space, to be tried for a merge."""

from typing import Self

from loom_memory_core import InvalidOptionsError
from pydantic import Field, ValidationError

from loom_memory_knowledge.part import Part


class MergeBand(Part):
    """From which similarity on facts are near-duplicates; it holds in one embedding space.

    Nothing merges without one, and none is shipped: calibrate it on pairs of your own with
    ``loom knowledge calibrate-merge``.

    Examples:
        >>> MergeBand.of("all-MiniLM-L6-v2, 384 dimensions", 0.93)
        MergeBand(space='all-MiniLM-L6-v2, 384 dimensions', similarity=0.93, shared=0.5)
    """

    space: str = Field(min_length=1)
    """The embedding space, as the store's ``inspect().embedding`` names it."""

    similarity: float = Field(gt=0, le=1)
    """The lowest cosine."""

    shared: float = Field(default=0.5, gt=0, le=1)
    """The lowest share of the smaller fact's content words that the other has, too."""

    @classmethod
    def of(cls, space: str, similarity: float, *, shared: float = 0.5) -> Self:
        """A band.

        Raises:
            InvalidOptionsError: A value is out of its range.
        """
        try:
            return cls(space=space, similarity=similarity, shared=shared)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise InvalidOptionsError(
                f"{first['loc'][0]} of a merge band is {first['input']!r}: {first['msg']}",
                hint="a similarity and a share are above 0 and at most 1",
            ) from None

    def check(self, space: str | None) -> None:
        """Refuse another space.

        Raises:
            InvalidOptionsError: The store compares texts in another space, or in none.
        """
        if space != self.space:
            raise InvalidOptionsError(
                f"the merge band was calibrated in {self.space!r}, and the store compares "
                f"{'no embeddings' if space is None else f'in {space!r}'}",
                hint="calibrate a band on this store: loom knowledge calibrate-merge",
            )
