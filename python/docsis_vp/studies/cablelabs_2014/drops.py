"""Drop statistics of section 8 and appendix B, exactly: independent drops, and de-randomised ones."""

import math

# RFC 8033 sec. 4.2: no packet is dropped below the first accumulated probability, and each at the second.
LOWEST, FORCED = 0.85, 8.5


def survival(p: float):
    """De-randomised runs: length, and probability of that length or more."""
    alive, length = 1.0, 1
    while alive > 0:
        yield length, alive
        accumulated = length * p
        hazard = 0.0 if accumulated < LOWEST else 1.0 if accumulated >= FORCED else min(1.0, p)
        alive *= 1 - hazard
        length += 1


def effective(p: float) -> float:
    """Drops per packet in the long run: one over the mean run length."""
    return 1 / math.fsum(alive for _, alive in survival(p))


def support(p: float) -> tuple[int, int]:
    """The shortest and the longest run."""
    lengths = list(survival(p))
    longest = lengths[-1][0]
    shortest = next(length for length, alive in lengths if alive < 1) - 1
    return shortest, longest


def bernoulli(p: float, longest: int) -> list[float]:
    """The chance of each run length from 1 on."""
    return [p * (1 - p) ** (length - 1) for length in range(1, longest + 1)]


def bernoulli_mode(p: float) -> int:
    chances = bernoulli(p, 100)
    return chances.index(max(chances)) + 1


def de_randomised(p: float) -> list[float]:
    """The chance of each run length from 1 on."""
    alive = [value for _, value in survival(p)] + [0.0]
    return [now - later for now, later in zip(alive, alive[1:])]


def binomial(packets: int, p: float, drops: int) -> float:
    return math.comb(packets, drops) * p**drops * (1 - p) ** (packets - drops)


def binomial_outside(packets: int, p: float, low: int, high: int) -> float:
    """That no more than `low` or no less than `high` are dropped."""
    return 1 - math.fsum(binomial(packets, p, drops) for drops in range(low + 1, high))
