"""What ``search`` promises about alphabets: how the terms of each are cut."""

from loom_conformance.cases.search_terms import TERMS, finds
from loom_conformance.entries import said
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject

EQUIPMENT = "设备清单和巡检记录"
TARO = "私の名前は太郎です。サーバーを再起動"
SETTINGS = "설정을 저장했습니다"
NO_SPACES = "ภาษาไทยไม่มีช่องว่าง"


class AlphabetCases:
    """Scripts with and without spaces, marks, forms of one letter."""

    @case("search.chinese", needs=TERMS)
    def test_search_chinese(self, store: Subject) -> None:
        """Chinese is found by any part of two characters or more, and by one."""
        store.append("k", said(EQUIPMENT, "天气很好"))
        for query in ("设备", "清单", "备清单和", "检记", "录", "设"):
            finds(store, query, EQUIPMENT)

    @case("search.japanese", needs=TERMS)
    def test_search_japanese(self, store: Subject) -> None:
        """Japanese is found by parts of its words in all three scripts."""
        store.append("k", said(TARO, "天気"))
        for query in ("太郎", "名前", "サーバー", "ーバ", "再起動", "動"):
            finds(store, query, TARO)

    @case("search.korean", needs=TERMS)
    def test_search_korean(self, store: Subject) -> None:
        """Korean is found without the endings that are glued to its words."""
        store.append("k", said(SETTINGS, "날씨"))
        for query in ("설정", "저장", "설정을 바꾸기", "설"):
            finds(store, query, SETTINGS)

    @case("search.thai", needs=TERMS)
    def test_search_thai(self, store: Subject) -> None:
        """Thai, which writes no spaces, is found by parts of its text."""
        store.append("k", said(NO_SPACES, "อากาศดี"))
        for query in ("ไทย", "ภาษา", "ช่องว่าง"):
            finds(store, query, NO_SPACES)

    @case("search.other-scripts-without-spaces", needs=TERMS)
    def test_search_other_scripts_without_spaces(self, store: Subject) -> None:
        """Lao, Khmer and Burmese are found by parts of their text."""
        lao, khmer, burmese = "ພາສາລາວງາມ", "ភាសាខ្មែរល្អ", "မြန်မာဘာသာစကား"
        store.append("k", said(lao, khmer, burmese))
        finds(store, "ລາວ", lao)
        finds(store, "ខ្មែរ", khmer)
        finds(store, "ဘာသာ", burmese)

    @case("search.latin-glued-to-chinese", needs=TERMS)
    def test_search_latin_glued_to_chinese(self, store: Subject) -> None:
        """A Latin word glued to Chinese text is a term of its own."""
        store.append("k", said("重跑gen-itgc后", "用GPU3号机器"))
        finds(store, "itgc", "重跑gen-itgc后")
        finds(store, "gen", "重跑gen-itgc后")
        finds(store, "gpu3", "用GPU3号机器")
        finds(store, "重跑", "重跑gen-itgc后")

    @case("search.cyrillic-and-greek", needs=TERMS)
    def test_search_cyrillic_and_greek(self, store: Subject) -> None:
        """Cyrillic and Greek words are terms, as Latin ones are."""
        store.append("k", said("Резервная копия базы", "Ἀθῆναι καὶ Σπάρτη"))
        finds(store, "копия", "Резервная копия базы")
        finds(store, "БАЗЫ", "Резервная копия базы")
        finds(store, "καὶ", "Ἀθῆναι καὶ Σπάρτη")

    @case("search.right-to-left", needs=TERMS)
    def test_search_right_to_left(self, store: Subject) -> None:
        """Arabic and Hebrew words are terms, and so are their digits."""
        store.append("k", said("مرحبا بالعالم ١٢٣", "שלום עולם"))
        finds(store, "بالعالم", "مرحبا بالعالم ١٢٣")
        finds(store, "עולם", "שלום עולם")
        finds(store, "١٢٣", "مرحبا بالعالم ١٢٣")

    @case("search.marks-inside-words", needs=TERMS)
    def test_search_marks_inside_words(self, store: Subject) -> None:
        """Vowel signs and other marks belong to the word: they do not end it."""
        store.append("k", said("नमस्ते दुनिया", "வணக்கம் உலகம்"))
        finds(store, "दुनिया", "नमस्ते दुनिया")
        finds(store, "வணக்கம்", "வணக்கம் உலகம்")
        equal(store.search("k", "द"), [])

    @case("search.diacritics", needs=TERMS)
    def test_search_diacritics(self, store: Subject) -> None:
        """Latin letters match with and without their diacritics, in both directions."""
        store.append("k", said("Café Zürich", "naive", "Tiếng Việt"))
        finds(store, "cafe", "Café Zürich")
        finds(store, "zurich", "Café Zürich")
        finds(store, "naïve", "naive")
        finds(store, "tieng viet", "Tiếng Việt")

    @case("search.composed-and-decomposed", needs=TERMS)
    def test_search_composed_and_decomposed(self, store: Subject) -> None:
        """One character written in one code point or in two is the same."""
        store.append("k", said("re\u0301sume\u0301", "\u00e9t\u00e9", "e\u0308lan й"))
        finds(store, "r\u00e9sum\u00e9", "re\u0301sume\u0301")
        finds(store, "e\u0301te\u0301", "\u00e9t\u00e9")
        finds(store, "и\u0306", "e\u0308lan й")

    @case("search.compatible-forms", needs=TERMS)
    def test_search_compatible_forms(self, store: Subject) -> None:
        """Full-width letters, ligatures and styled digits match their plain forms."""
        store.append("k", said("ｆｕｌｌ　ｗｉｄｔｈ", "ﬁle", "𝟙𝟚𝟛", "ｻｰﾊﾞｰ"))
        finds(store, "full", "ｆｕｌｌ　ｗｉｄｔｈ")
        finds(store, "ｗｉｄｔｈ", "ｆｕｌｌ　ｗｉｄｔｈ")
        finds(store, "file", "ﬁle")
        finds(store, "123", "𝟙𝟚𝟛")
        finds(store, "サーバー", "ｻｰﾊﾞｰ")

    @case("search.invisible-characters", needs=TERMS)
    def test_search_invisible_characters(self, store: Subject) -> None:
        """Characters that are not seen, such as a soft hyphen, do not cut a word."""
        store.append("k", said("co\u00adoperate", "zero\u200bwidth", "plain"))
        finds(store, "cooperate", "co\u00adoperate")
        finds(store, "zerowidth", "zero\u200bwidth")
        finds(store, "pla\u00adin", "plain")

    @case("search.emoji-are-not-terms", needs=TERMS)
    def test_search_emoji_are_not_terms(self, store: Subject) -> None:
        """Emoji and symbols are not terms, and do not hide the words beside them."""
        store.append("k", said("ship it🚀now", "🚀", "€100 → done✅"))
        equal(store.search("k", "🚀 ✅ €"), [])
        finds(store, "now", "ship it🚀now")
        finds(store, "🚀100", "€100 → done✅")


class QuerySyntaxCases:
    """A query is text: nothing in it is obeyed."""

    @case("search.operators-are-words", needs=TERMS)
    def test_search_operators_are_words(self, store: Subject) -> None:
        """Words that are operators elsewhere are ordinary terms here."""
        store.append("k", said("not yet", "kiwi and mango", "near the sea", "kiwi"))
        finds(store, "NOT", "not yet")
        finds(store, "kiwi NOT mango", "not yet", "kiwi", "kiwi and mango")
        finds(store, "NEAR(sea, 3)", "near the sea")
        finds(store, "AND", "kiwi and mango")

    @case("search.no-wildcards", needs=TERMS)
    def test_search_no_wildcards(self, store: Subject) -> None:
        """Stars, carets and per cent signs are no wildcards: they add nothing to a word."""
        store.append("k", said("category", "concatenate", "cat", "cat and dog"))
        plain = store.search("k", "cat")
        for query in ("cat*", "^cat", "cat%", "%cat%", "cat:*", "cat?", "/cat/", "*", "cat~"):
            equal(store.search("k", query), plain if "cat" in query else [])

    @case("search.no-fields", needs=TERMS)
    def test_search_no_fields(self, store: Subject) -> None:
        """A colon names no field, and a minus excludes nothing."""
        store.append("k", said("grammar of fa", "foo", "bar", "title", "kiwi"))
        finds(store, "grammar::fa", "grammar of fa")
        finds(store, "foo-bar", "foo", "bar")
        finds(store, "title:kiwi", "title", "kiwi")
        finds(store, "{title}: -kiwi", "title", "kiwi")

    @case("search.no-phrases", needs=TERMS)
    def test_search_no_phrases(self, store: Subject) -> None:
        """Quotes make no phrase, and a lone one breaks nothing."""
        store.append("k", said("kiwi", "mango kiwi"))
        finds(store, '"kiwi mango"', "kiwi", "mango kiwi")
        finds(store, 'kiwi"', "kiwi", "mango kiwi")
        finds(store, "'mango", "mango kiwi")

    @case("search.punctuation-parts-terms", needs=TERMS)
    def test_search_punctuation_parts_terms(self, store: Subject) -> None:
        """Punctuation parts terms, in entries and in queries alike."""
        store.append("k", said("GB/s", "ubuntu 20.04", "health.base", "don't", "C++", "a@b.com"))
        finds(store, "health.base", "health.base")
        finds(store, "base", "health.base")
        finds(store, "20.04", "ubuntu 20.04")
        finds(store, "gb/s", "GB/s")
        finds(store, "don't", "don't")
        finds(store, "c", "C++")
        finds(store, "b@com", "a@b.com")

    @case("search.nul-in-a-query", needs=TERMS)
    def test_search_nul_in_a_query(self, store: Subject) -> None:
        """U+0000 and halves of characters part the terms of a query; what follows still counts."""
        store.append("k", said("kiwi", "mango"))
        finds(store, "kiwi\0mango", "kiwi", "mango")
        finds(store, "\0mango", "mango")
        finds(store, "zebra \ud83d mango", "mango")
