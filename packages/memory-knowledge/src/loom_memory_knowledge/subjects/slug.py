"""A subject's name as a segment of a path, in its own script."""

import hashlib
from typing import Final
from unicodedata import category, normalize

from loom_memory_knowledge.errors import InvalidSubjectError

MAX_SLUG_BYTES: Final = 96


def slug(name: str) -> str:
    """The slug of a name: two names have the same one only if they are spellings of one name.

    Case, width, and whether words are parted by blanks, hyphens or underscores make no
    difference. Every script is kept, and every mark. Where a sign would be lost, or a name is
    too long, a hash of the whole name follows.

    Args:
        name: At least one letter or digit of any alphabet.

    Raises:
        TypeError: It is not text.
        InvalidSubjectError: Nothing of it can stand in a slug.

    Examples:
        >>> slug("Ada Lovelace"), slug("ada  LOVELACE"), slug("Анна Керн"), slug("数据库")
        ('ada-lovelace', 'ada-lovelace', 'анна-керн', '数据库')
        >>> slug("C++"), slug("C#"), slug("C")
        ('c-cedb1bac', 'c-951a4d36', 'c')
    """
    if not isinstance(name, str):
        raise TypeError(f"name is {name!r}, a {type(name).__name__}; pass text")
    words = normalize("NFKC", normalize("NFKC", name).casefold())
    words = " ".join(words.replace("-", " ").replace("_", " ").split())
    kept = "-".join("".join(each if _may_stand(each) else " " for each in words).split())
    if not any(category(each)[0] in "LN" for each in kept):
        raise InvalidSubjectError(
            f"no slug can be made of the name {name!r}",
            hint="name the subject with at least one letter or digit",
        )
    if kept == words.replace(" ", "-") and len(kept.encode()) <= MAX_SLUG_BYTES:
        return kept
    digest = hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{_cut(kept, MAX_SLUG_BYTES - len(digest) - 1)}-{digest}"


def _may_stand(character: str) -> bool:
    return category(character)[0] in "LM" or category(character) == "Nd"


def _cut(text: str, size: int) -> str:
    """As much of ``text`` as fits into ``size`` bytes."""
    return text.encode()[:size].decode(errors="ignore")
