"""Saboteurs of alphabets: terms that are cut as one language alone cuts them."""

import re
from unicodedata import category, combining, normalize

from loom_memory_core import MemoryEntry, index_terms

from loom_conformance.saboteurs.honest import HonestStore, Terms

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3々"
"""Enough of the scripts that write no spaces to be wrong about them."""


class CutsItsOwnTerms(HonestStore):
    """Cuts entries and queries alike, by a rule of its own."""

    def terms(self, entry: MemoryEntry) -> Terms:
        return self.words(self.text(entry))

    def asked(self, query: str) -> Terms:
        return self.words(query)

    def words(self, text: str) -> Terms:
        """The terms of a text: by the contract, with the single characters of its runs."""
        return frozenset(index_terms(text))


class AsciiWords(CutsItsOwnTerms):
    """Keeps what [A-Za-z0-9]+ keeps."""

    caught_by = (
        "search.chinese",
        "search.japanese",
        "search.korean",
        "search.thai",
        "search.other-scripts-without-spaces",
        "search.cyrillic-and-greek",
        "search.right-to-left",
        "search.marks-inside-words",
        "search.diacritics",
    )

    def words(self, text: str) -> Terms:
        return frozenset(re.findall("[a-z0-9]+", text.lower()))


class WholeRuns(CutsItsOwnTerms):
    """Takes everything between two blanks or marks for one word, in Chinese too."""

    caught_by = (
        "search.chinese",
        "search.japanese",
        "search.korean",
        "search.thai",
        "search.other-scripts-without-spaces",
        "search.latin-glued-to-chinese",
        "search.reference-matches",
    )

    def words(self, text: str) -> Terms:
        return frozenset(re.findall(r"\w+", normalize("NFKC", text).casefold()))


class PairsOnly(HonestStore):
    """Indexes the pairs of a run, so that one character finds nothing."""

    caught_by = ("search.chinese", "search.japanese", "search.korean")

    def terms(self, entry: MemoryEntry) -> Terms:
        return super().asked(self.text(entry))


class ThreeAtATime(CutsItsOwnTerms):
    """Indexes overlapping threes, as trigram indexes do: shorter words are lost."""

    caught_by = ("search.chinese", "search.korean", "search.one-letter-terms")

    def words(self, text: str) -> Terms:
        runs = re.findall(r"\w+", normalize("NFKC", text).casefold())
        return frozenset(run[at : at + 3] for run in runs for at in range(len(run) - 2))


class HanOnly(CutsItsOwnTerms):
    """Knows of one script without spaces, and takes the others for words."""

    caught_by = (
        "search.korean",
        "search.thai",
        "search.other-scripts-without-spaces",
        "search.japanese",
    )

    def words(self, text: str) -> Terms:
        plain = normalize("NFKC", text).casefold()
        return super().words(re.sub("[^\u4e00-\u9fff々\x00-\xff]+", " ", plain))


class GluesLatin(CutsItsOwnTerms):
    """Lets a run of Chinese swallow the Latin word beside it."""

    caught_by = ("search.latin-glued-to-chinese",)

    def words(self, text: str) -> Terms:
        glued = f"(?<=[{UNSPACED}])[a-zA-Z0-9]+|[a-zA-Z0-9-]+(?=[{UNSPACED}])"
        return super().words(re.sub(glued, "", text))


class WesternLetters(CutsItsOwnTerms):
    """Knows the letters of one code page."""

    caught_by = ("search.cyrillic-and-greek", "search.right-to-left", "search.case-is-folded")

    def words(self, text: str) -> Terms:
        return super().words(text.encode("cp1252", "replace").decode("cp1252"))


class AsciiDigits(CutsItsOwnTerms):
    """Knows the digits 0 to 9."""

    caught_by = ("search.right-to-left",)

    def words(self, text: str) -> Terms:
        return frozenset(
            term for term in super().words(text) if term.isascii() or not term.isdecimal()
        )


class MarksEndWords(CutsItsOwnTerms):
    """Ends a word at each vowel sign."""

    caught_by = ("search.marks-inside-words",)

    def words(self, text: str) -> Terms:
        return super().words("".join(" " if category(each)[0] == "M" else each for each in text))


class KeepsDiacritics(CutsItsOwnTerms):
    """Compares letters with their diacritics."""

    caught_by = ("search.diacritics", "search.reference-matches")

    def words(self, text: str) -> Terms:
        parts = normalize("NFD", text)
        return super().words("".join(hex(ord(each)) if combining(each) else each for each in parts))


class ComposedOnly(CutsItsOwnTerms):
    """Takes a combining mark for the end of a word."""

    caught_by = ("search.composed-and-decomposed",)

    def words(self, text: str) -> Terms:
        return super().words("".join(" " if combining(each) else each for each in text))


class PlainFormsOnly(CutsItsOwnTerms):
    """Compares full-width letters, ligatures and styled digits as other letters."""

    caught_by = ("search.compatible-forms", "search.reference-matches")

    def words(self, text: str) -> Terms:
        return super().words(
            "".join(each if each == normalize("NFKC", each) else " " for each in text)
        )


class SeesInvisible(CutsItsOwnTerms):
    """Ends a word at a soft hyphen or a zero-width space."""

    caught_by = ("search.invisible-characters",)

    def words(self, text: str) -> Terms:
        return super().words(re.sub("[\u00ad\u200b]", " ", text))


class EmojiAreWords(CutsItsOwnTerms):
    """Takes symbols for words."""

    caught_by = ("search.emoji-are-not-terms", "search.query-without-a-term")

    def words(self, text: str) -> Terms:
        return super().words(text) | {each for each in text if category(each) in {"So", "Sc"}}


class EmojiHideWords(CutsItsOwnTerms):
    """Drops a word that stands beside an emoji."""

    caught_by = ("search.emoji-are-not-terms",)

    def words(self, text: str) -> Terms:
        return super().words(re.sub("\\w*[\U0001f300-\U0001faff]\\w*", " ", text))
