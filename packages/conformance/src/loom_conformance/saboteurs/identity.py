"""Saboteurs of identity: one key is taken for another."""

import re
from fnmatch import fnmatchcase
from unicodedata import combining, normalize
from urllib.parse import unquote

from loom_conformance.saboteurs.honest import HonestStore


class OneList(HonestStore):
    """Has one list for all keys."""

    caught_by = ("identity.two-keys", "search.unknown-key")

    def key(self, key: object) -> str:
        return super().key(key) and "the list"


class ClearsByPrefix(HonestStore):
    """Clears every key that begins like this one."""

    caught_by = ("identity.prefixes",)

    def clear(self, key: str) -> None:
        super().clear(key)
        for name in [*self.lists]:
            if name.startswith(key):
                super().clear(name)


class ClearsByPattern(HonestStore):
    """Clears with LIKE, or with a glob: some characters stand for others."""

    caught_by = ("identity.wildcards",)

    def clear(self, key: str) -> None:
        super().clear(key)
        pattern = key.replace("_", "?").replace("%", "*")
        for name in [*self.lists]:
            if fnmatchcase(name, pattern):
                super().clear(name)


class FoldsCase(HonestStore):
    """Compares keys by a collation that does not know case."""

    caught_by = ("identity.case", "identity.prefixes", "replace.only-this-key")

    def key(self, key: object) -> str:
        return super().key(key).casefold()


class LastPartOnly(HonestStore):
    """Takes a key for a path, and its last part for the name of the list."""

    caught_by = ("identity.separators",)

    def key(self, key: object) -> str:
        return re.split(r"[/\\]", super().key(key).rstrip("/"))[-1] or "/"


class UnquotesKeys(HonestStore):
    """Takes a key for a part of a URL."""

    caught_by = ("identity.separators",)

    def key(self, key: object) -> str:
        return unquote(super().key(key))


class DoublesQuotes(HonestStore):
    """Escapes the quotes of a key in one verb, and not in the other."""

    caught_by = ("identity.quotes",)

    def clear(self, key: str) -> None:
        super().clear(self.key(key).replace("'", "''"))


class DropsQuotes(HonestStore):
    """Takes quotes out of a key, for safety."""

    caught_by = ("identity.quotes",)

    def key(self, key: object) -> str:
        return re.sub("['\"`]", "", super().key(key)) or "nothing"


class GuessesTypes(HonestStore):
    """Lets the engine guess the type of a key: 00 is nought, and null is none."""

    caught_by = ("identity.words-of-engines",)

    def key(self, key: object) -> str:
        name = super().key(key)
        return str(float(name)) if re.fullmatch(r"[\d.]+", name, re.ASCII) else name


class NullIsNone(HonestStore):
    """Takes the word for the value."""

    caught_by = ("identity.words-of-engines",)

    def key(self, key: object) -> str:
        name = super().key(key)
        return "None" if name.casefold() == "null" else name


class NormalisesKeys(HonestStore):
    """Composes keys, as some file systems do."""

    caught_by = ("identity.normalisation",)

    def key(self, key: object) -> str:
        return normalize("NFC", super().key(key))


class PlainLettersOnly(HonestStore):
    """Makes an address of a key, in which letters have no accents."""

    caught_by = ("identity.normalisation",)

    def key(self, key: object) -> str:
        parts = normalize("NFKD", super().key(key))
        return "".join(each for each in parts if not combining(each)) or "nothing"


class StripsTheKey(HonestStore):
    """Takes white space from the ends of a key."""

    caught_by = ("identity.white-space",)

    def key(self, key: object) -> str:
        return super().key(key).strip() or "nothing"


class PadsTheKey(HonestStore):
    """Compares keys as CHAR columns are compared: blanks at the end do not count."""

    caught_by = ("identity.white-space",)

    def key(self, key: object) -> str:
        return super().key(key).rstrip(" ") or "nothing"


class FileNames(HonestStore):
    """Makes a file name of a key: what a file system refuses becomes an underscore."""

    caught_by = ("identity.every-punctuation", "identity.wildcards", "identity.separators")

    def key(self, key: object) -> str:
        return re.sub(r"[\\/:*?\"<>|%]", "_", super().key(key))


class CutsKeys(HonestStore):
    """Has a column of 1,000 bytes for the key, and cuts what is longer."""

    caught_by = ("identity.longest",)

    def key(self, key: object) -> str:
        return super().key(key).encode()[:1_000].decode(errors="ignore")


class SlugsOnly(HonestStore):
    """Makes a slug of a key: nothing but ASCII letters, digits and marks is left of it."""

    caught_by = ("identity.hard-strings", "identity.normalisation", "keys.hard-strings")

    def key(self, key: object) -> str:
        return super().key(key).encode("ascii", "ignore").decode() or "nothing"
