"""Histograms of several runs as one."""

import math


def sum_histograms(histograms: list[dict]) -> list | None:
    """Sums {"edges", "counts"} in even steps, which may differ: [from, to, count] in the widest step.
    A bin that an edge of the sum divides is shared out evenly."""
    if not histograms:
        return None
    step = max(edges[1] - edges[0] for edges in (each["edges"] for each in histograms))
    counts: dict[int, float] = {}
    for histogram in histograms:
        edges = histogram["edges"]
        for low, high, count in zip(edges, edges[1:], histogram["counts"]):
            for index, share in shares(low / step, high / step):
                counts[index] = counts.get(index, 0) + count * share
    return [[round(index * step, 6), round((index + 1) * step, 6), round(count, 3)]
            for index, count in sorted(counts.items()) if count]


def shares(low: float, high: float):
    """Shares of a range in the unit intervals that it covers."""
    # An edge that should be whole may miss it by the last bit.
    low, high = round(low, 9), round(high, 9)
    for index in range(math.floor(low), math.ceil(high)):
        yield index, (min(high, index + 1) - max(low, index)) / (high - low)
