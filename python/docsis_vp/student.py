"""Quantiles of Student's t distribution, for any confidence and any degrees of freedom.

The tail of the distribution is a regularized incomplete beta function (Abramowitz and Stegun
26.5.27). A continued fraction gives that function (26.5.8), Newton's method inverts it.
"""

import math
import statistics
from functools import lru_cache

# The continued fraction converges in about sqrt(max(a, b)) terms.
MOST_TERMS = 100_000
SMALLEST = 1e-300

# Above so many degrees of freedom the normal distribution agrees in 12 digits.
NORMAL_FROM = 1e8

# Newton's method takes about eight steps, bisection where it leaves the bracket about 60.
MOST_STEPS = 100
CLOSE = 1e-15


@lru_cache(maxsize=None)
def student_t(confidence: float, degrees_of_freedom: float) -> float:
    """Returns t so that a variable lies within -t and t with this confidence. Degrees of freedom
    need not be whole: Welch's are not."""
    if not 0 < confidence < 1:
        raise ValueError(f"expected a confidence between 0 and 1, got {confidence}")
    if not degrees_of_freedom > 0:
        raise ValueError(f"expected degrees of freedom above 0, got {degrees_of_freedom}")
    if degrees_of_freedom >= NORMAL_FROM:
        return statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    wanted = 1 - confidence
    low, high = 0.0, 1.0
    while two_tails(high, degrees_of_freedom) > wanted:
        low, high = high, high * 8
    t = (low + high) / 2
    for _ in range(MOST_STEPS):
        excess = two_tails(t, degrees_of_freedom) - wanted
        low, high = (t, high) if excess > 0 else (low, t)
        following = t + excess / (2 * density(t, degrees_of_freedom))
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - t) <= CLOSE * t:
            return following
        t = following
    return t


def density(t: float, degrees_of_freedom: float) -> float:
    half = degrees_of_freedom / 2
    return math.exp(math.lgamma(half + 0.5) - math.lgamma(half)
                    - (half + 0.5) * math.log1p(t * t / degrees_of_freedom)
                    ) / math.sqrt(degrees_of_freedom * math.pi)


def two_tails(t: float, degrees_of_freedom: float) -> float:
    """Returns the probability that a variable lies beyond -t or t."""
    square = t * t
    whole = degrees_of_freedom + square
    return regularized_beta(degrees_of_freedom / whole, square / whole, degrees_of_freedom / 2, 0.5)


def regularized_beta(x: float, rest: float, a: float, b: float) -> float:
    """Returns I_x(a, b). `rest` is 1 - x, which the caller knows without cancellation."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                     + a * math.log(x) + b * math.log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * continued_fraction(x, a, b) / a
    return 1 - front * continued_fraction(rest, b, a) / b


def continued_fraction(x: float, a: float, b: float) -> float:
    """Lentz's method, modified so that no term divides by 0."""
    def safe(value: float) -> float:
        return value if abs(value) > SMALLEST else SMALLEST

    c, d = 1.0, 1 / safe(1 - (a + b) * x / (a + 1))
    product = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / safe(1 + term * d)
            c = safe(1 + term / c)
            product *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return product
