"""Which code points the term rule treats by their script, as tables in the source.

From the Unicode Character Database 18.0 (``Scripts.txt``, ``ScriptExtensions.txt``), so that
the edges of a run are the same on every Python, whatever Unicode its own tables follow.
A table is code points and ranges of code points, in hexadecimal.
"""

from functools import cache
from typing import Final

UNSPACED: Final = """
0e01-0e30 0e32-0e33 0e40-0e46 0e50-0e59 0e81-0e82 0e84 0e86-0e8a 0e8c-0ea3 0ea5 0ea7-0eb0
0eb2-0eb3 0ebd 0ec0-0ec4 0ec6 0ed0-0ed9 0edc-0edf 1000-102a 103f-1049 1050-1055 105a-105d 1061
1065-1066 106e-1070 1075-1081 108e 1090-1099 1100-115e 1161-11ff 1780-17b3 17d7 17dc 17e0-17e9
17f0-17f9 3005-3007 3021-3029 3031-3035 3038-303c 3041-3096 309d-309f 30a1-30fa 30fc-30ff
3131-3163 3165-318e 31f0-31ff 3400-4dbf 4e00-9fff a960-a97c a9e0-a9e4 a9e6-a9fe aa60-aa76 aa7a
aa7e-aa7f ac00-d7a3 d7b0-d7c6 d7cb-d7fb f900-fa6d fa70-fad9 ff66-ff9f ffa1-ffbe ffc2-ffc7
ffca-ffcf ffd2-ffd7 ffda-ffdc 116d0-116e3 16fe3 16ff2-16ff6 1aff0-1aff3 1aff5-1affb 1affd-1affe
1b000-1b128 1b132 1b150-1b152 1b155 1b164-1b168 20000-2a6df 2a700-2b81e 2b820-2cead 2ceb0-2ebe0
2ebf0-2ee5d 2f800-2fa1d 30000-3134a 31350-33479
"""
"""Letters and numbers of Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer and Myanmar.

With the letters that Han and kana share, such as U+30FC, the long vowel mark, and U+3006.
Half-width forms are here too, though normalisation has replaced them before it matters.
"""

UNSPACED_MARKS: Final = """
0e31 0e34-0e3a 0e47-0e4e 0eb1 0eb4-0ebc 0ec8-0ece 102b-103e 1056-1059 105e-1060 1062-1064
1067-106d 1071-1074 1082-108d 108f 109a-109d 17b6-17d3 17dd 302a-302f 3099-309a a9e5 aa7b-aa7d
16ff0-16ff1
"""
"""Marks of the same scripts: vowel signs, tone marks, viramas, kana voicing marks."""

LATIN: Final = """
0041-005a 0061-007a 00aa 00ba 00c0-00d6 00d8-00f6 00f8-02b8 02e0-02e4 1d00-1d25 1d2c-1d5c
1d62-1d65 1d6b-1d77 1d79-1dbe 1e00-1eff 2071 207f 2090-209f 212a-212b 2132 214e 2183-2184
2c60-2c7f a722-a787 a78b-a7dd a7e2 a7f1-a7ff ab30-ab5a ab5c-ab64 ab66-ab69 ab6c-ab6d fb00-fb06
ff21-ff3a ff41-ff5a 10780-10785 10787-107b0 107b2-107bf 1df00-1df81 1df90-1df96 1dfcd-1dff2
1dff5-1dfff
"""
"""Letters of the Latin script."""


@cache
def character_class(table: str) -> str:
    """The inside of the brackets of a regular expression, for ``table``.

    Examples:
        >>> character_class("0041-0043 0061")
        'A-Ca'
    """
    spans = (span.split("-") for span in table.split())
    return "".join("-".join(chr(int(code, 16)) for code in span) for span in spans)
