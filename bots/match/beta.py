"""The beta distribution: how much of it lies below a number, and the number that a share of it lies below.

Two functions of mathematics need no library of 125 MB. The tests compare both with SciPy.
"""

from math import exp, lgamma, log, log1p

#: Where the fraction stops: the relative change of one more step.
PRECISION = 1e-15
#: Smaller than any part of the fraction, and not zero.
TINY = 1e-300


def beta_below(a: float, b: float, x: float) -> float:
    """Return which share of the beta distribution lies below `x`, from 0 to 1: the function I_x(a, b).

    Source: the continued fraction 8.17.22 of the NIST Digital Library of Mathematical Functions.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other end converges faster
        return 1 - beta_below(b, a, 1 - x)
    front = exp(_log_density(a, b, x) + log(x) + log1p(-x)) / a
    return front / _fraction(a, b, x)


def beta_quantile(a: float, b: float, share: float) -> float:
    """Return the number that a share of the beta distribution, between 0 and 1, lies below."""
    low, high = 0.0, 1.0
    x = a / (a + b)
    # Newton's step where it stays between the bounds, else half of what is between them.
    while True:
        surplus = beta_below(a, b, x) - share
        low, high = (low, x) if surplus > 0 else (x, high)
        step = surplus / max(exp(_log_density(a, b, x)), TINY)
        following = x - step if low < x - step < high else (low + high) / 2
        if abs(following - x) <= 1e-14 * x or following in {low, high}:
            return following
        x = following


def _log_density(a: float, b: float, x: float) -> float:
    return lgamma(a + b) - lgamma(a) - lgamma(b) + (a - 1) * log(x) + (b - 1) * log1p(-x)


def _fraction(a: float, b: float, x: float) -> float:
    """Return 1 + d1/(1 + d2/(1 + ...)) by the method of Lentz, as Thompson and Barnett (1986) changed it."""
    value, above, below, step = 1.0, 1.0, 0.0, 0
    while True:
        step += 1
        m, odd = divmod(step, 2)
        if odd:
            part = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            part = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1 / (1 + part * below or TINY)
        above = 1 + part / above or TINY
        value *= above * below
        if abs(above * below - 1) < PRECISION:
            return value
