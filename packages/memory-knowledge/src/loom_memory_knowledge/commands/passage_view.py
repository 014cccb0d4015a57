"""A recalled chunk as people read it: where it stands, and the unit that matched, marked."""

from collections.abc import Iterator

import click
from loom_memory_cli import printable_line
from loom_memory_core import origins, untainted

from loom_memory_knowledge.grants.source_turns import SourceTurns
from loom_memory_knowledge.recall.result import Hit
from loom_memory_knowledge.units.derive import trail_of

MAX_LINES = 8
"""Of a long passage; the ones of the matching unit come first."""


def print_hit(rank: int, hit: Hit, *, path: str) -> None:
    """Print a hit on stdout: a line that says where, the passage, and its points if asked for.

    The lines of the unit that matched begin with ``>``.
    """
    trail = " > ".join(trail_of(hit.title, hit.heading))
    tainted = "".join(f" from {origin}" for origin in origins(hit.text))
    place = "  ".join(each for each in (path, trail, f"({hit.source}{tainted})") if each)
    click.echo(printable_line(f"{rank:>2}  {hit.score:.3f}  {place}"))
    for is_match, line in _part(list(_lines(hit))):
        click.echo(f"    {'>' if is_match else ' '} {printable_line(line)}".rstrip())
    if hit.explanation is not None:
        points = hit.explanation.model_dump()
        shown = " + ".join(f"{name} {value:.3f}" for name, value in points.items() if value)
        click.echo(f"      = {shown}")


def print_turns(block: SourceTurns) -> None:
    """Print the turns beside the hits, in the order in which they were said."""
    if block.turns:
        click.echo("\nWhat was said:")
    for turn in block.turns:
        at = f"[{turn.said_at:%Y-%m-%d}] " if turn.said_at else ""
        dots = " ..." if turn.cut else ""
        click.echo(printable_line(f"    {at}{turn.role or ''}: {untainted(turn.text)}{dots}"))
    if block.dropped:
        click.echo(f"    and {block.dropped} more, beyond the budget")


def _lines(hit: Hit) -> Iterator[tuple[bool, str]]:
    """Each line of the passage, and whether it is of the unit that matched."""
    at = 0
    for line in str(untainted(hit.text)).split("\n"):
        end = at + len(line)
        yield at < hit.end and hit.start < end, line
        at = end + 1


def _part(lines: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    if len(lines) <= MAX_LINES:
        return lines
    first = next((at for at, (is_match, _) in enumerate(lines) if is_match), 0)
    start = min(max(first - 1, 0), len(lines) - MAX_LINES)
    before = [(False, "...")] if start else []
    after = [(False, "...")] if start + MAX_LINES < len(lines) else []
    return [*before, *lines[start : start + MAX_LINES], *after]
