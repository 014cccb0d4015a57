"""What a match is worth: BM25 with the counts of its own key, as a share of the best possible.

``ts_rank`` has no idf: it would rank a question by its most common words. BM25 and its constants
are those of Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, section 3.5,
with the idf that has one added, and with a term counted once for each entry: a tsvector of
bare lexemes does not say how often. The score is the summed idf of the terms that an entry has,
as a share of the query's, divided by one and the norm of the entry's length.
"""

from typing import Final

K1: Final = 1.2
B: Final = 0.75

HALF_AT_LEAST: Final = 64
"""A term in more than half of the entries does not rank, but in a shorter list it may."""

MIN_SCORE: Final = 1e-6
"""The score of a match by terms that do not rank; scores are rounded to six decimals."""
