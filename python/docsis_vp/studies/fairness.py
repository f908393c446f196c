"""Max-min shares and how far from them flows are."""

import math


def water_filling(capacity: float, demands: list[float]) -> list[float]:
    """The max-min share of each; a demand may be infinite."""
    shares = [0.0] * len(demands)
    open_to_more = sorted(range(len(demands)), key=lambda i: demands[i])
    left = capacity
    for position, index in enumerate(open_to_more):
        shares[index] = min(demands[index], left / (len(demands) - position))
        left -= shares[index]
    return shares


def jain_index(ratios: list[float]) -> float:
    squares = sum(ratio * ratio for ratio in ratios)
    return sum(ratios) ** 2 / (len(ratios) * squares) if squares else math.nan


def min_max_ratio(ratios: list[float]) -> float:
    return min(ratios) / max(ratios) if ratios and max(ratios) else math.nan


def bias_percent(mean: float, share: float) -> float:
    return 100 * (mean - share) / share if share else math.nan
