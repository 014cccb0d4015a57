"""Texts that have broken a real memory system, for anybody's tests.

Each can be stored: none holds half a surrogate pair, which entries refuse; those are in
``SURROGATES``. Where one stands for a reported fault, its name says which character or
engine was to blame.
"""

from typing import Final

HARD_STRINGS: Final[dict[str, str]] = {
    # Nothing to see
    "empty": "",
    "space": " ",
    "white space": " \t\r\n\f\v ",
    "no-break space": "\u00a0",
    "zero-width space": "\u200b",
    "byte order mark": "\ufeff",
    "soft hyphen": "co\u00adoperate",
    "line separators": "a\u2028b\u2029c\u0085d",
    "carriage return": "a\rb\r\nc\nd",
    "controls": "".join(map(chr, range(1, 32))) + "\x7f",
    # U+0000, which some engines cut at and some refuse
    "nul": "\0",
    "nul inside": "before\0after",
    "nul at the end": "text\0",
    "nul as JSON": "\\u0000",
    # Quotes, escapes, statements
    "apostrophe": "don't",
    "typographic apostrophe": "What\u2019s up",
    "single quote": "'",
    "double quote": '"',
    "three quotes": "'''\"\"\"```",
    "backslash": "\\",
    "backslash n": "\\n",
    "JSON escape": "\\u4e2d \\ud83d",
    "SQL": "'; DROP TABLE loom_entries; --",
    "SQL comment": "/* a */ -- b",
    "format": "%s %(a)s {} {0} {a} ${a} $1 ?1 :a @a",
    "percent": "100% %25 %00",
    "template": "{{7*7}} <%= 7 %> #{7}",
    "HTML": "<script>alert('&amp;')</script>",
    "path": "../../etc/passwd C:\\x\\y",
    "URL": "https://user:p%40ss@host:5432/db?sslmode=disable#top",
    # Words that a query language would obey
    "operators": "cat AND dog OR NOT bird NEAR fish",
    "operator alone": "NOT",
    "prefix star": "cat*",
    "column filter": "title:cat {title}:cat ^cat",
    "minus": "foo-bar -foo",
    "scope": "grammar::fa",
    "parentheses": "((cat",
    "tsquery": "cat & !dog | <-> bird:*",
    "brackets and mail": "<a@b.com>",
    "slashes": "GB/s //server/share",
    "version": "ubuntu 20.04 v1.2.3-rc.1+5",
    "dotted": "health.base C++ C# .NET",
    "punctuation": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "stop words": "the of and to be or not to be",
    "special token": "<|endoftext|> [MASK] </s> <|im_start|>",
    # Alphabets
    "chinese": "设备清单和巡检记录",
    "chinese beside latin": "重跑gen-itgc后",
    "japanese": "私の名前は太郎です。サーバーを再起動",
    "korean": "설정을 저장했습니다",
    "thai": "ภาษาไทยไม่มีช่องว่าง",
    "khmer and lao": "ភាសាខ្មែរ ພາສາລາວ",
    "arabic": "مرحبا بالعالم ١٢٣",
    "hebrew": "שלום עולם",
    "hindi": "नमस्ते दुनिया क्षत्रिय",
    "russian": "Ёлка и съёмка",
    "greek": "Ὀδυσσεύς ΣΊΣΥΦΟΣ",
    "turkish": "İstanbul ısı DİYARBAKIR",
    "german": "Straße STRASSE groß ÜBER",
    "polish": "zażółć gęślą jaźń łódź",
    "vietnamese": "Tiếng Việt",
    # Forms of one character
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "full width": "ｆｕｌｌ　ｗｉｄｔｈ １２３",
    "ligature": "ﬁle ﬀ ½ ² ™ Ⅳ",
    "modifier letter": "Hawai\u02bbi Hawai\uff07i",
    "marks without a letter": "\u0301\u0308",
    "many marks": "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034fa\u0334l\u0338g\u030co",
    "right to left override": "\u202eabc\u202c",
    "bidi isolates": "\u2066abc\u2069 \u200f\u200e",
    # Beyond the first plane
    "emoji": "🚀 🔥",
    "emoji family": "👩\u200d👩\u200d👧\u200d👦 👍🏽 🏳️\u200d🌈 🇫🇷",
    "mathematics": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟙𝟚𝟛",
    "supplementary": "𝄞 𠮷野家",
    "private use": "\ue000\U000f0000",
    "non-characters": "\ufffe\uffff\ufdd0",
    "highest": "\U0010ffff",
    "replacement": "\ufffd",
    # Lengths
    "one letter": "a",
    "one digit": "7",
    "long word": "pneumono" * 200,
    "long text": "the lazy dog and the quick fox " * 300,
    # Text that looks like something else
    "number": "1e400 -0 007 0x1F 1_000 ١٢٣",
    "null": "null",
    "JSON": '{"$tainted": {"origin": "web", "value": 1}}',
    "nested JSON": '"{\\"a\\": [1, \\"b\\"]}"',
    "base64": "AAECAwQFBgcICQ==",
}
"""Name to text."""

SURROGATES: Final[dict[str, str]] = {
    "high half": "half \ud83d",
    "low half": "\ude80 half",
    "halves in the wrong order": "\ude80\ud83d",
    "half inside": "be\udcfffore",
}
"""Name to text that cannot be encoded: an entry and a key refuse it, a query bears it."""
