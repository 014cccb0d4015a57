"""The term rule by example; its table is the doctest that opens the module."""

import sys
from unicodedata import normalize

import pytest
from loom_memory_core.terms import MAX_TERM, index_terms, tokenize


@pytest.mark.parametrize(
    "text", ["", "  ", "\n", "\0", "\u200b", '"', "!!!", "-- ... ||", "\ud83d"]
)
def test_text_without_letters_and_numbers_has_no_terms(text: str) -> None:
    assert tokenize(text) == []
    assert index_terms(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "🙂",
        "👍🏽",
        "❤️",
        "👨‍👩‍👧‍👦",
        "🇩🇪",
        "🏴\U000e0067\U000e0062\U000e007f",
        "1️⃣ #️⃣ 🔟",
        "ℹ️ Ⓜ️ ㊗️ ㊙️ 🈁 🉑",
        "™ ℠ 🅫",
    ],
)
def test_emoji_are_never_terms(text: str) -> None:
    assert tokenize(text) == []


def test_a_name_is_the_same_with_its_trade_mark_sign() -> None:
    assert tokenize("Loom™ Loom℠ Loom®") == tokenize("Loom Loom Loom")


def test_terms_are_in_order_with_their_repeats() -> None:
    assert tokenize("b a b: A") == ["b", "a", "b", "a"]


def test_operators_and_syntax_of_engines_are_words_or_nothing() -> None:
    assert tokenize('cat* NOT ^x {t}:x "a:b" foo-bar AND (') == [
        *["cat", "not", "x", "t", "x", "a", "b", "foo", "bar", "and"]
    ]


def test_the_underscore_ends_a_term() -> None:
    assert tokenize("pg_ctl") == ["pg", "ctl"]
    assert tokenize("ключ_слово") == ["ключ", "слово"]


def test_control_characters_and_surrogates_end_a_term() -> None:
    assert tokenize("a\0b") == ["a", "b"]
    assert tokenize("half \ud83d open") == ["half", "open"]
    assert tokenize("a\ud83db") == ["a", "b"]


@pytest.mark.parametrize(
    "invisible", ["\u00ad", "\u200b", "\u200d", "\ufeff", "\u2060", "\ufe0f", "\U000e0101"]
)
def test_ignorable_code_points_are_removed(invisible: str) -> None:
    assert tokenize(f"{invisible}co{invisible}op{invisible}") == ["coop"]
    assert tokenize(f"葛{invisible}飾") == ["葛飾"]


def test_an_ignorable_code_point_does_not_keep_a_mark_from_its_letter() -> None:
    assert tokenize("e\u034f\u0301") == ["e"]
    assert tokenize("и\u200b\u0306") == ["й"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "cafe"),
        ("CAFÉ", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("İstanbul", "istanbul"),
        ("naïve Ångström", "naive angstrom"),
        ("Việt", "viet"),
        ("ǿ", "ø"),
        ("ｆｕｌｌ", "full"),
        ("ﬁn", "fin"),
        ("ｻｰﾊﾞｰ", "サーバー"),
        ("한", "\u1112\u1161\u11ab"),
        ("Ω", "\u2126"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("x²", "x2"),
    ],
)
def test_spellings_of_one_word_are_one_term(one: str, other: str) -> None:
    assert tokenize(one) == tokenize(other) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("øl", "ol"),
        ("łódź", "lodz"),
        ("đá", "da"),
        ("ı", "i"),
        ("й", "и"),
        ("ё", "е"),
        ("ή", "η"),
        ("が", "か"),
        ("क़", "क"),
        ("की", "का"),
        ("שָׁלוֹם", "שלום"),
    ],
)
def test_letters_of_their_own_and_marks_of_other_scripts_stay(one: str, other: str) -> None:
    assert tokenize(one) != tokenize(other)


@pytest.mark.parametrize("text", ["हिन्दी", "தமிழ்", "বাংলা", "עִבְרִית", "العَرَبِيَّة", "тёплый", "ѣ\u0301"])
def test_words_with_marks_are_whole_terms(text: str) -> None:
    assert tokenize(f"{text}, {text}") == [normalize("NFC", text)] * 2


def test_a_mark_needs_a_letter_before_it() -> None:
    assert tokenize("\u0301a") == ["a"]
    assert tokenize("- \u093e -") == []
    assert tokenize("\u0e34น") == ["น"]
    assert tokenize("a\u0e34") == ["a"]


def test_the_edges_of_the_unspaced_class_end_a_run() -> None:
    assert tokenize("重跑gen-itgc后") == ["重跑", "gen", "itgc", "后"]
    assert tokenize("第7号") == ["第", "7", "号"]
    assert tokenize("日本、東京") == ["日本", "東京"]
    assert tokenize("中\u0301文") == ["中", "文"]


def test_scripts_of_the_unspaced_class_share_a_run() -> None:
    assert tokenize("データ設定の々ー") == ["デー", "ータ", "タ設", "設定", "定の", "の々", "々ー"]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("设备清单", ["设备", "清", "清单", "备清"]),
        ("私の名前は太郎です", ["太郎", "名前", "は"]),
        ("데이터베이스 설정", ["설정", "베이스", "정"]),
        ("ภาษาไทยง่าย", ["ไทย", "ง่าย", "ไ"]),
        ("ភាសាខ្មែរ", ["ខ្មែរ", "ស"]),
        ("မြန်မာစာ", ["မြန်မာ", "စ"]),
        ("ພາສາລາວ", ["ລາວ", "ພ"]),
        ("𠮷野家", ["𠮷", "野家"]),
    ],
)
def test_every_part_of_a_run_is_found(text: str, queries: list[str]) -> None:
    for query in queries:
        assert set(tokenize(query)) <= set(index_terms(text))
        assert tokenize(query) != []


def test_marks_count_as_characters_of_a_run() -> None:
    assert tokenize("กิน") == ["กิ", "ิน"]
    assert index_terms("กิน") == ["ก", "กิ", "ิ", "ิน", "น"]


def test_an_index_holds_the_single_characters_before_their_pairs() -> None:
    assert index_terms("設備清 ok 單") == ["設", "設備", "備", "備清", "清", "ok", "單"]


def test_a_run_of_one_is_indexed_once() -> None:
    assert index_terms("設 設") == ["設", "設"]


@pytest.mark.parametrize("letter", ["a", "é", "я", "त", "1"])
def test_a_long_term_is_cut(letter: str) -> None:
    long = letter * (MAX_TERM + 1)
    expected = tokenize(letter)[0] * MAX_TERM
    assert tokenize(f"{long} b") == [expected, "b"]
    assert tokenize(f"{long} 中") == [expected, "中"]


def test_the_longest_term_has_256_code_points() -> None:
    assert tokenize("x" * 300) == ["x" * 256]
    assert tokenize("я" * 300) == ["я" * 256]


def test_a_term_is_cut_after_folding() -> None:
    assert tokenize("e\u0301" * MAX_TERM) == ["e" * MAX_TERM]
    assert tokenize("ß" * MAX_TERM) == ["s" * MAX_TERM]


@pytest.mark.parametrize("word", ["word", "wörd", "слово", "शब्द", "👍word"])
def test_a_hundred_thousand_words_are_as_many_terms(word: str) -> None:
    assert len(tokenize(" ".join(f"{word}{at}" for at in range(100_000)))) == 100_000


def test_one_word_of_a_million_letters_is_one_term() -> None:
    assert tokenize("x" * 1_000_000) == ["x" * MAX_TERM]
    assert len(tokenize("字" * 100_000)) == 99_999
    assert tokenize("1" + "\u0301" * 100_000) == ["1" + "\u0301" * (MAX_TERM - 1)]


def test_every_code_point_can_be_read() -> None:
    everything = " ".join(map(chr, range(sys.maxunicode + 1)))
    assert {"a", "я", "ก", "中", "\U00020000"} <= set(tokenize(everything))
