"""How a name would be spelt with the letters that are allowed, where that is certain."""

import re
import unicodedata


def nearest_spelling(text: str, *, prefix: str) -> str | None:
    """``text`` in lower case, without marks, its words joined by hyphens.

    Only what loses no letter: a name in another alphabet has no spelling that we could know.

    Args:
        text: What the user typed.
        prefix: Left out where ``text`` begins with it.

    Returns:
        The spelling, which may still be too long or empty; ``None`` if there is none.

    Examples:
        >>> nearest_spelling("Café_Noir", prefix="loom-memory-")
        'cafe-noir'
        >>> nearest_spelling("loom_memory_acme", prefix="loom-memory-")
        'acme'
        >>> nearest_spelling("память", prefix="loom-memory-") is None
        True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    letters = unicodedata.normalize("NFKD", folded)
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    if re.search(r"[^a-z0-9\s_.+/-]", plain):
        return None
    return re.sub(r"[\s_.+/-]+", "-", plain).strip("-").removeprefix(prefix)
