"""What keys promise: each names its own list, compared exactly."""

from string import punctuation

from loom_conformance.entries import contents, said
from loom_conformance.expect import equal
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.promise import case
from loom_conformance.subject import Subject

MAX_KEY_BYTES = 1_024
INJECTIONS = ("'; DROP TABLE loom_entries; --", '" OR "1"="1', "a' OR 'a'='a", "${key}", "{key}")
ALIKE_WORDS = ("null", "None", "none", "NULL", "main", "select", "default", "0", "00", "1", "1.0")


def keep_apart(store: Subject, keys: tuple[str, ...]) -> None:
    """Write to each key, read each, clear some: none touches another."""
    for key in keys:
        store.append(key, said(key, "x"))
    for key in keys:
        equal(contents(store.read(key)), [key, "x"])
    cleared = keys[:: max(1, len(keys) // 4)]
    for key in cleared:
        store.clear(key)
    left = [contents(store.read(key)) for key in keys]
    equal(left, [[] if key in cleared else [key, "x"] for key in keys])


class IdentityCases:
    """Keys that some engines take for one another."""

    @case("identity.two-keys")
    def test_identity_two_keys(self, store: Subject) -> None:
        """Two keys hold two lists."""
        keep_apart(store, ("ada", "bob"))

    @case("identity.prefixes")
    def test_identity_prefixes(self, store: Subject) -> None:
        """A key that begins with another key is another key."""
        keep_apart(store, ("a", "ab", "a/b", "a/", "a/b/c", "a.b", "a:b", "A"))

    @case("identity.wildcards")
    def test_identity_wildcards(self, store: Subject) -> None:
        """Wildcards of any engine are ordinary characters in a key."""
        keep_apart(store, ("user_1", "userX1", "user%", "user*", "user?", "%", "_", "*", "user[1]"))

    @case("identity.case")
    def test_identity_case(self, store: Subject) -> None:
        """Keys that differ only in case are different keys."""
        keep_apart(store, ("user", "User", "USER", "straße", "STRASSE", "i", "İ", "ı"))

    @case("identity.separators")
    def test_identity_separators(self, store: Subject) -> None:
        """E-mail addresses, paths and URLs are ordinary keys."""
        keys = (
            "alice@x.com/日本 1",
            "alice@x.com",
            "../up",
            "/abs",
            "a//b",
            "C:\\x",
            "http://h/?q=1&r=2#f",
            "up",
            "b",
            "a/b",
            "a%2Fb",
            "a_b",
        )
        keep_apart(store, keys)

    @case("identity.quotes")
    def test_identity_quotes(self, store: Subject) -> None:
        """Quotes and statements inside a key are ordinary characters."""
        keep_apart(store, ("'", '"', "`", "''", "\\", "\\'", "a'b", *INJECTIONS))

    @case("identity.words-of-engines")
    def test_identity_words_of_engines(self, store: Subject) -> None:
        """Keys that look like numbers, nulls or reserved words are compared as text."""
        keep_apart(store, ALIKE_WORDS)

    @case("identity.normalisation")
    def test_identity_normalisation(self, store: Subject) -> None:
        """Keys are not normalised: composed, decomposed and full-width forms differ."""
        keep_apart(
            store, ("caf\u00e9", "cafe\u0301", "cafe", "ｃａｆｅ", "ﬁ", "fi", "\u212b", "\u00c5")
        )

    @case("identity.white-space")
    def test_identity_white_space(self, store: Subject) -> None:
        """White space counts, at the ends of a key too."""
        keep_apart(
            store, ("k", " k", "k ", "k\n", "k\t", "\tk", "\u00a0k", "k\u200b", " ", "  ", "\n")
        )

    @case("identity.every-punctuation")
    def test_identity_every_punctuation(self, store: Subject) -> None:
        """Every punctuation mark of ASCII is an ordinary character in a key."""
        keep_apart(store, tuple(f"k{mark}" for mark in punctuation))

    @case("identity.longest")
    def test_identity_longest(self, store: Subject) -> None:
        """A key of 1,024 bytes works, and its last byte counts."""
        long, wide = "k" * 1_023, "é" * 511
        keep_apart(store, (f"{long}a", f"{long}b", long, f"{wide}xa", f"{wide}xb", "𝄞" * 256))

    @case("identity.hard-strings")
    def test_identity_hard_strings(self, store: Subject) -> None:
        """Any text without U+0000 is a key: each of the hard strings names its own list."""
        keys = [text for text in HARD_STRINGS.values() if is_key(text)]
        for key in keys:
            store.append(key, said(key))
        for key in keys:
            equal(contents(store.read(key)), [key])


def is_key(text: str) -> bool:
    """Whether any text could name a list."""
    return text != "" and "\0" not in text and len(text.encode()) <= MAX_KEY_BYTES
