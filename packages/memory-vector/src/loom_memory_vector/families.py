"""Embedding models that are known by name: their aliases, dimensions and prefixes.

The prefixes are those of each model's card, as its authors trained it. A model that is not
here is known by the name it is given, and has no prefix.
"""

from typing import Final, NamedTuple


class Family(NamedTuple):
    """One embedding space, under all the names by which services offer it."""

    name: str
    dimension: int
    aliases: tuple[str, ...] = ()
    document_prefix: str = ""
    query_prefix: str = ""


_BGE: Final = "Represent this sentence for searching relevant passages: "
_NOMIC: Final = ("search_document: ", "search_query: ")
_E5: Final = ("passage: ", "query: ")

FAMILIES: Final = (
    Family("all-MiniLM-L6-v2", 384, ("all-minilm", "all-minilm:l6-v2", "all-minilm:22m")),
    Family("all-mpnet-base-v2", 768),
    Family("text-embedding-3-small", 1_536),
    Family("text-embedding-3-large", 3_072),
    Family("text-embedding-ada-002", 1_536),
    Family("nomic-embed-text-v1.5", 768, ("nomic-embed-text", "nomic-embed-text:v1.5"), *_NOMIC),
    Family("multilingual-e5-small", 384, (), *_E5),
    Family("multilingual-e5-base", 768, (), *_E5),
    Family("multilingual-e5-large", 1_024, (), *_E5),
    Family("bge-small-en-v1.5", 384, (), "", _BGE),
    Family("bge-base-en-v1.5", 768, (), "", _BGE),
    Family("bge-large-en-v1.5", 1_024, (), "", _BGE),
    Family("mxbai-embed-large-v1", 1_024, ("mxbai-embed-large",), "", _BGE),
    Family("bge-m3", 1_024),
)

_PUBLISHERS: Final = {
    *("sentence-transformers", "openai", "nomic-ai", "intfloat", "baai", "mixedbread-ai"),
}

_BY_NAME: Final = {
    name.casefold(): family for family in FAMILIES for name in (family.name, *family.aliases)
}


def known_family(model: str) -> Family | None:
    """The family that a service means by ``model``.

    Args:
        model: A name, with or without its publisher and the tag ``:latest``.

    Example:
        >>> known_family("sentence-transformers/all-MiniLM-L6-v2").dimension
        384
        >>> known_family("somebody/all-MiniLM-L6-v2") is None
        True
    """
    publisher, slash, bare = model.casefold().removesuffix(":latest").rpartition("/")
    return _BY_NAME.get(bare) if not slash or publisher in _PUBLISHERS else None


def family_name(model: str) -> str:
    """The name of the embedding space that ``model`` is an alias of; itself if it is unknown.

    Example:
        >>> family_name("openai/text-embedding-3-small"), family_name("acme-embed:latest")
        ('text-embedding-3-small', 'acme-embed')
    """
    family = known_family(model)
    return family.name if family else model.removesuffix(":latest")
