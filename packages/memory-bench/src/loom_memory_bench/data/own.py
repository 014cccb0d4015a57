"""A small corpus of our own writing, in LoCoMo's form: for tests, and to try the commands on."""

from importlib.resources import as_file, files
from typing import Final

from loom_memory_bench.data.conversation import DataSet
from loom_memory_bench.data.locomo import read_locomo

LIMITS: Final = "Written for tests: it is far too small to tell two systems apart."


def read_own() -> DataSet:
    """Three conversations of four sessions each, with their questions and facts.

    Example:
        >>> data = read_own()
        >>> len(data.conversations), len(data.questions)
        (3, 44)
    """
    with as_file(files("loom_memory_bench.data") / "own.json") as path:
        return read_locomo(path)._replace(name="own", limits=LIMITS)
