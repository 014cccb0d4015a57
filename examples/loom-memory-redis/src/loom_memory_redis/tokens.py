"""The words that the index is given: for each term of a key, one that no query syntax can touch.

A token is a hash of the key and the term. So a search meets the rows of its own key alone, how
rare a term is is counted within that key, any alphabet becomes ``w`` and hexadecimal digits, and
a term of 256 characters does not pass the 128 bytes at which RediSearch cuts.
"""

from hashlib import blake2b
from typing import Final

from loom_memory_core import MemoryEntry, index_terms, searchable_text, tokenize

BYTES: Final = 12
"""The length of a hash: 96 bits, of which two hundred billion make a clash likely as one in a
million; what a clash would give is a hit too many."""


def row_tokens(key: str, entry: MemoryEntry) -> bytes:
    """What is indexed of an entry; empty if it holds no term.

    Args:
        key: The list that the entry is in.
        entry: The entry.

    Returns:
        Tokens with spaces between, in the order of the text, repeats kept.
    """
    return b" ".join(_token(key, term) for term in index_terms(searchable_text(entry)))


def query_tokens(key: str, query: str) -> bytes:
    """What is asked for, any of it; empty if the query holds no term.

    Args:
        key: The list that is searched.
        query: Any text.

    Returns:
        Distinct tokens, in the words of a query of RediSearch.
    """
    return b"|".join(_token(key, term) for term in dict.fromkeys(tokenize(query)))


def _token(key: str, term: str) -> bytes:
    return b"w" + blake2b(f"{key}\0{term}".encode(), digest_size=BYTES).hexdigest().encode()
