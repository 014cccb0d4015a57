"""Tables in plain text."""

from collections.abc import Iterator, Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """``rows`` below ``head``, in columns: the first to the left, the others to the right.

    Example:
        >>> print(table(["name", "n"], [["a", "1"], ["bc", "10"]]))
        name   n
        a      1
        bc    10
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(_lines([head, *rows], widths))


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()
