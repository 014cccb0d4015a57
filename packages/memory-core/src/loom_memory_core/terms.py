r"""The term rule: what counts as a word, the same for every index and every query.

1.  The text is normalised (NFKC), case-folded and normalised again. Code points that are
    ignorable by default, variation selectors among them, are removed.
2.  A term begins with a letter or a number (general categories L, N) and goes on with
    letters, numbers and marks (L, N, M). Punctuation, symbols and emoji end it and are never
    part of one, not even emoji and trade marks that normalisation would spell with letters.
3.  Latin letters lose their diacritics by canonical decomposition; letters that do not
    decompose, such as ``ø`` and ``ł``, stay. Other scripts keep their marks.
4.  Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer and Myanmar write no spaces or glue their
    words. They are one class, by the tables in ``scripts``, whose edges end a run. A run becomes
    its overlapping pairs of code points, marks included; a run of one stays one.
5.  A term of more than 256 code points is cut there.

So canonically equal texts have equal terms. The tables of scripts, marks and ignorable code
points are in the source; normalisation, case folding, and which code points are letters and
numbers come from the Unicode tables of the running Python: characters newer than these are no
terms until a Python that knows them reads the text again.

Examples:
    >>> for text in (
    ...     "Fail over db-7 with pg_ctl",
    ...     "GB/s don't 3.5",
    ...     "café cafe\u0301 CAFÉ",
    ...     "Straße STRASSE ǅ İzmir",
    ...     "Łódź smørrebrød",
    ...     "ｆｕｌｌ ﬁne ² ½ ㎏",
    ...     "Москва йод",
    ...     "άνθρωπος ΆΝΘΡΩΠΟΣ",
    ...     "हिन्दी עִבְרִית",
    ...     "co\u00adop zero\u200bwidth",
    ...     "设备清单",
    ...     "重跑gen-itgc后",
    ...     "サーバー ｻｰﾊﾞｰ 佐々木",
    ...     "설정 파일",
    ...     "ไทย กิน",
    ...     "Loom™ 👍🏽 1\ufe0f\u20e3 -- a\u0000b",
    ... ):
    ...     print(*tokenize(text), sep="|")
    fail|over|db|7|with|pg|ctl
    gb|s|don|t|3|5
    cafe|cafe|cafe
    strasse|strasse|dz|izmir
    łodz|smørrebrød
    full|fine|2|1|2|kg
    москва|йод
    άνθρωποσ|άνθρωποσ
    हिन्दी|עִבְרִית
    coop|zerowidth
    设备|备清|清单
    重跑|gen|itgc|后
    サー|ーバ|バー|サー|ーバ|バー|佐々|々木
    설정|파일
    ไท|ทย|กิ|ิน
    loom|a|b
    >>> index_terms("设备 7号")
    ['设', '设备', '备', '7', '号']
"""

import re
from collections.abc import Callable
from functools import cache
from operator import add
from typing import Final

from loom_memory_core.folding import fold
from loom_memory_core.marks import mark_pattern
from loom_memory_core.scripts import UNSPACED, UNSPACED_MARKS, character_class

MAX_TERM: Final = 256
"""Longest term, in code points."""

_ASCII: Final = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}


def tokenize(text: str) -> list[str]:
    """The terms of ``text``, in order, repeats kept: what a query asks for.

    Args:
        text: Anything: lone surrogates and U+0000 are just not terms.

    Returns:
        Terms by the rule that opens this module.

    Examples:
        >>> tokenize("Is db-7 down? Is it 設備?")
        ['is', 'db', '7', 'down', 'is', 'it', '設備']
    """
    return _terms(text, _pairs)


def index_terms(text: str) -> list[str]:
    """What an index holds of ``text``: its terms, and characters of runs.

    Inside a run, in a script that writes no spaces, each single character is a term too; so
    a query of one character finds every word that holds it. The terms stand in the order in
    which they begin in the text, a single character before the pair that it begins: the
    first terms are those of the beginning. A run of one character is there once.

    Args:
        text: Anything, as for ``tokenize``.

    Returns:
        Terms, repeats kept; those of ``tokenize`` are among them.

    Examples:
        >>> index_terms("設備 ok")
        ['設', '設備', '備', 'ok']
    """
    return _terms(text, _pairs_and_characters)


def _terms(text: str, spread: Callable[[str], list[str]]) -> list[str]:
    folded = text if text.isascii() else fold(text)
    if folded.isascii():
        return _cut(folded.translate(_ASCII).split())
    if not _perhaps_unspaced().search(folded):
        return _cut(_words().findall(folded))
    terms: list[str] = []
    for run, word in _runs_and_words().findall(folded):
        terms += spread(run) if run else (word[:MAX_TERM],)
    return terms


def _cut(terms: list[str]) -> list[str]:
    if max(map(len, terms), default=0) <= MAX_TERM:
        return terms
    return [term[:MAX_TERM] for term in terms]


def _pairs(run: str) -> list[str]:
    return list(map(add, run, run[1:])) if len(run) > 1 else [run]


def _pairs_and_characters(run: str) -> list[str]:
    terms = [""] * (2 * len(run) - 1)
    terms[::2] = run
    terms[1::2] = map(add, run, run[1:])
    return terms


@cache
def _perhaps_unspaced() -> re.Pattern[str]:
    """Wide and cheap: everything from Thai on but Greek Extended and general punctuation."""
    return re.compile("[\u0e01-\u1dff\u2e80-\U0010ffff]")


@cache
def _words() -> re.Pattern[str]:
    # re's \w is exactly L, N and the underscore.
    return re.compile(rf"[^\W_]+(?:{mark_pattern()}+[^\W_]*)*")


@cache
def _runs_and_words() -> re.Pattern[str]:
    """A run of the unspaced class, or else a word of letters and numbers outside it."""
    letters = character_class(UNSPACED)
    run = f"[{letters}{character_class(UNSPACED_MARKS)}]+"
    return re.compile(rf"({run})|([^\W_{letters}]+(?:{mark_pattern()}+[^\W_{letters}]*)*)")
