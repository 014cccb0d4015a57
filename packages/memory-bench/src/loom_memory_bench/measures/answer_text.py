"""How an answer, or the context that a reader is given, compares with the gold answer.

By words alone: these stand in for a judge where no model is asked, see no meaning, and are named
as what they are in a report.
"""

from collections import Counter
from functools import lru_cache

from loom_memory_core import tokenize
from loom_memory_core.language import stems, stop_words

LANGUAGE = "english"


def token_f1(answer: str, gold: str) -> float:
    """The harmonic mean of precision and recall of the answer's words.

    Rajpurkar et al., SQuAD, EMNLP 2016, section 6.1, on stems and without stop words.

    Returns:
        In 0..1; 1 where both say nothing, 0 where only one does.

    Example:
        >>> token_f1("on the 7th of May", "7th May"), token_f1("in June", "7th May")
        (1.0, 0.0)
    """
    said, wanted = Counter(content_stems(answer)), Counter(content_stems(gold))
    if not said or not wanted:
        return float(said == wanted)
    both = sum((said & wanted).values())
    return 2 * both / (sum(said.values()) + sum(wanted.values()))


def gold_in_context(gold: str, context: str) -> bool:
    """Whether every content stem of the gold answer occurs in the context.

    An answer without content, such as "it is", occurs nowhere.

    Example:
        >>> gold_in_context("7 May 2023", "[7 May 2023] Ada: we met today")
        True
    """
    wanted = set(content_stems(gold))
    return bool(wanted) and wanted.issubset(content_stems(context))


def compression(turns: str, facts: str) -> float:
    """Characters of the turns for one character of the facts, both as a reader is given them.

    Raises:
        ZeroDivisionError: There are no facts, so there is no ratio.

    Example:
        >>> compression("twelve chars", "four")
        3.0
    """
    return len(turns) / len(facts)


@lru_cache(maxsize=4_096)
def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that say something, repeats kept.

    Example:
        >>> content_stems("She was painting the vases")
        ('paint', 'vase')
    """
    silent = stop_words(LANGUAGE)
    return tuple(stems([term for term in tokenize(text) if term not in silent], LANGUAGE))
