"""The turns that answer a question: LoCoMo's evidence ids, repaired or reported."""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

_SEPARATORS: Final = re.compile(r"[;,\s]+")

_TURN: Final = re.compile(r"D:?0*([0-9]+):0*([0-9]+)")
"""`D8:6`, and two slips that leave no doubt: `D:11:26` for `D11:26`, `D30:05` for `D30:5`."""


class Evidence(NamedTuple):
    """What one question's evidence comes to."""

    turns: tuple[str, ...]
    """Ids of turns that exist, in order, each once."""

    repaired: tuple[str, ...] = ()
    """What was written otherwise, as `written -> read`."""

    left_out: tuple[str, ...] = ()
    """What names no turn: it is not guessed at."""


def read_evidence(written: Sequence[str], turns: Collection[str]) -> Evidence:
    """The evidence in ``written``, given the ids of all ``turns`` of the conversation.

    Example:
        >>> read_evidence(["D8:6; D09:1", "D"], {"D8:6", "D9:1"})
        Evidence(turns=('D8:6', 'D9:1'), repaired=('D8:6; D09:1 -> D8:6 D9:1',), left_out=('D',))
    """
    found: dict[str, None] = {}
    repaired: list[str] = []
    left_out: list[str] = []
    for text in written:
        parts = [(part, _turn(part)) for part in _SEPARATORS.split(text) if part]
        known = [turn for _, turn in parts if turn in turns]
        found.update(dict.fromkeys(known))
        left_out += [part for part, turn in parts if turn not in turns] or [text][: not parts]
        if known and known != [text]:
            repaired.append(f"{text} -> {' '.join(known)}")
    return Evidence(tuple(found), tuple(repaired), tuple(left_out))


def _turn(part: str) -> str:
    read = _TURN.fullmatch(part)
    return f"D{read[1]}:{read[2]}" if read else part
