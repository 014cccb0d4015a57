"""From values to places on an axis, and where the axis is marked."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Scale(NamedTuple):
    """An axis from ``low`` to ``high`` over the places from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where ``value`` lies; values outside lie at the ends.

        Example:
            >>> Scale(0, 1, 100, 200).place(0.25), Scale(1, 100, 0, 10, True).place(10)
            (125.0, 5.0)
        """
        low, high, each = (self._moved(number) for number in (self.low, self.high, value))
        part = min(max((each - low) / (high - low), 0.0), 1.0)
        return self.start + part * (self.end - self.start)

    def _moved(self, value: float) -> float:
        return math.log10(value) if self.logarithmic else value

    def ticks(self) -> list[float]:
        """Round values along the axis, a handful.

        Example:
            >>> Scale(0, 1, 0, 1).ticks(), Scale(90, 2_000, 0, 1, True).ticks()
            ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [100.0, 1000.0])
        """
        return self._powers() if self.logarithmic else self._steps()

    def _powers(self) -> list[float]:
        first, last = (
            math.ceil(math.log10(self.low) - 1e-9),
            math.floor(math.log10(self.high) + 1e-9),
        )
        return [10.0**power for power in range(first, last + 1)]

    def _steps(self) -> list[float]:
        raw = (self.high - self.low) / 5
        unit = 10.0 ** math.floor(math.log10(raw))
        step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= raw - 1e-12)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


def around(values: Sequence[float], *, logarithmic: bool = False) -> tuple[float, float]:
    """Ends of an axis that holds all of ``values``, never the same twice.

    Example:
        >>> around([0.2, 0.7]), around([3, 40], logarithmic=True)
        ((0.2, 0.7), (1.0, 100.0))
    """
    low, high = min(values), max(values)
    if logarithmic:
        low, high = 10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high))
        return (low, high * 10) if low == high else (low, high)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def shown(value: float) -> str:
    """A number as an axis shows it.

    Example:
        >>> shown(0.2), shown(1_000_000), shown(0.001)
        ('0.2', '1M', '0.001')
    """
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size and value % (size / 10) == 0:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
