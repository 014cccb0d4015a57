"""The search units of a chunk: a pure function of the chunk and what it draws on."""

import hashlib
import json
from collections.abc import Iterator, Sequence

from loom_memory_core import MemoryEntry, searchable_text, tokenize, untainted
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.transclusion import spelled_targets
from loom_memory_knowledge.unit import Unit, UnitKind, Use
from loom_memory_knowledge.units.context import Context, led, spoken
from loom_memory_knowledge.units.passage import passages

_ALONE = Context()


def derive_units(chunk: Chunk, context: Context = _ALONE) -> list[Unit]:
    r"""Every text by which a chunk can be found.

    A section is found by its headings, by its prose, by each fenced block and by each section
    that it transcludes; a turn by what it says, and by that with the two turns before; a note
    and a fact by their text. The index text of all but turns begins with the document's title
    and the trail of headings. What has no term is no unit.

    Args:
        chunk: A chunk of any kind.
        context: Its neighbours and the sections that it transcludes.

    Returns:
        The same units for the same arguments, on every machine.

    Examples:
        >>> from datetime import UTC, datetime
        >>> from loom_memory_knowledge import Body
        >>> def show(**fields):
        ...     body = Body.model_validate({"title": "Runbook", "ordinal": 0, **fields})
        ...     at = datetime(2026, 1, 1, tzinfo=UTC)
        ...     chunk = Chunk(id="c", document="d", revision="r", body=body, recorded_at=at)
        ...     for unit in derive_units(chunk):
        ...         print(unit.kind, unit.start, unit.end, repr(unit.text))
        >>> code = "Stop it:\n```sh\npg_ctl stop\n```\n"
        >>> show(kind="section", heading=["Fail over"], text=code)
        heading_path 0 0 'Runbook\nFail over'
        prose 0 8 'Runbook\nFail over\nStop it:'
        code 15 26 'Runbook\nFail over\npg_ctl stop'
        >>> show(kind="section", heading=["Fail over"], text="")
        heading_path 0 0 'Runbook\nFail over'
        >>> show(kind="section", title="", text="---\n")
        >>> show(kind="turn", role="Ada", text="It is down.")
        turn 0 11 'Ada: It is down.'
        around 0 0 ['Ada: It is down.']
        >>> show(kind="note", title="Notes", text="Ask Bob.")
        note 0 8 'Notes\nAsk Bob.'
        >>> show(kind="fact", title="Ada", text="Ada likes tea.")
        fact 0 14 'Ada\nAda likes tea.'
    """
    if chunk.body.kind == "turn":
        derived = _of_turn(chunk, context)
    elif chunk.body.kind == "section":
        derived = _of_section(chunk, context)
    else:
        derived = iter([_whole(chunk, "note" if chunk.body.kind == "note" else "fact")])
    return [unit for unit in derived if tokenize(searchable_text(MemoryEntry(content=unit.text)))]


def heading_path(chunk: Chunk) -> list[str]:
    """The document's title and the trail of the chunk's headings."""
    return trail_of(chunk.title, chunk.body.heading)


def trail_of(title: str, heading: Sequence[str]) -> list[str]:
    """A document's title and a trail of headings, of which the first may repeat it."""
    trail = [each for each in heading if each]
    return [title, *trail] if title and trail[:1] != [title] else trail


def _of_section(chunk: Chunk, context: Context) -> Iterator[Unit]:
    path = heading_path(chunk)
    if chunk.body.heading:
        yield _unit(chunk, "heading_path", led(_emptied(chunk.body.text), path))
    text = _plain(chunk)
    counts = {"prose": 0, "code": 0}
    for each in passages(text):
        number = counts[each.kind]
        counts[each.kind] += 1
        content = led(_emptied(chunk.body.text, each.text), path)
        yield _unit(chunk, each.kind, content, number=number, span=(each.start, each.end))
    yield from _transclusions(chunk, context)


def _transclusions(chunk: Chunk, context: Context) -> Iterator[Unit]:
    text, path = _plain(chunk), heading_path(chunk)
    for number, spelled in enumerate(spelled_targets(text)):
        if spelled in context.transcluded:
            use, transcluded = context.transcluded[spelled]
            start = text.index(f"![[{spelled}]]")
            span = (start, start + len(spelled) + 5)
            yield _unit(
                chunk, "transclusion", led(transcluded, path), number=number, span=span, uses=[use]
            )


def _of_turn(chunk: Chunk, context: Context) -> Iterator[Unit]:
    yield _unit(chunk, "turn", spoken(chunk), span=(0, len(_plain(chunk))))
    said: list[JsonValue] = [*(each.text for each in context.before), spoken(chunk)]
    yield _unit(chunk, "around", said, uses=[each.use for each in context.before])


def _whole(chunk: Chunk, kind: UnitKind) -> Unit:
    content = led(chunk.body.text, heading_path(chunk))
    sources = [Use(document=each.document, chunk=each.chunk) for each in chunk.body.sources]
    return _unit(chunk, kind, content, span=(0, len(_plain(chunk))), uses=sources)


def _plain(chunk: Chunk) -> str:
    text = untainted(chunk.body.text)
    return text if isinstance(text, str) else ""


def _emptied(text: JsonValue, instead: str = "") -> JsonValue:
    """``instead`` in the wrapper, if any, that ``text`` has."""
    match text:
        case {"$tainted": {"origin": str(origin), "value": value}}:
            return {"$tainted": {"origin": origin, "value": _emptied(value, instead)}}
    return instead


def _unit(
    chunk: Chunk,
    kind: UnitKind,
    text: JsonValue,
    *,
    number: int = 0,
    span: tuple[int, int] = (0, 0),
    uses: Sequence[Use] = (),
) -> Unit:
    made_from: list[JsonValue] = [[each.document, each.chunk] for each in uses]
    identity = _digest([chunk.id, chunk.revision, kind, number, made_from])
    return Unit(identity, kind, number, text, *span, _digest([text]), tuple(uses))


def _digest(value: JsonValue) -> str:
    written = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:32]
