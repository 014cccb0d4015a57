"""The exact two-sided test on the questions on which two arms differ: McNemar's, and the sign test.

Both ask how likely so uneven a count is between equals. McNemar, Note on the sampling error of the
difference between correlated proportions or percentages, Psychometrika 12(2), 1947, in the exact
binomial form.
"""

from fractions import Fraction
from math import comb


def sign_test(wins: int, losses: int) -> float:
    """The two-sided probability of a split at least as uneven as ``wins`` to ``losses``.

    Args:
        wins: Questions on which the first arm is better; where a question is right or wrong,
            those that only the first has right.
        losses: Questions on which the second arm is better.

    Returns:
        A probability in 0..1; 1 where nothing differs.

    Examples:
        >>> [f"{sign_test(*pair):.3g}" for pair in [(111, 3), (28, 3), (0, 8), (37, 17)]]
        ['2.38e-29', '4.65e-06', '0.00781', '0.00907']
        >>> [f"{sign_test(*pair):.3g}" for pair in [(138, 123), (10, 9), (3, 0), (0, 0)]]
        ['0.386', '1', '0.25', '1']
    """
    total = wins + losses
    tail = sum(comb(total, count) for count in range(min(wins, losses) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**total)))
