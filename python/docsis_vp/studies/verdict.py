"""Compares our numbers with the published ones."""

import math
from collections import defaultdict
from dataclasses import dataclass

from docsis_vp.studies.outcome import Estimate
from docsis_vp.studies.published import Row

MATCH, TREND, DIFFERS, NOT_RUN = "match", "trend", "differs", "not run"
LEAST_TAU = 0.8
LEAST_ROWS = 3  # of a table, to speak of a trend


@dataclass(frozen=True)
class Tolerance:
    """Whichever is wider."""

    relative: float = 0.0
    absolute: float = 0.0
    text: str = ""

    def width(self, published: float) -> float:
        return max(self.relative * abs(published), self.absolute)


class LossTolerance(Tolerance):
    """A factor of 1.5 either way, as far as that is a narrower statement than 5 points."""

    FACTOR, POINTS, FLOOR = 1.5, 5.0, 0.1

    def within(self, published: float, ours: float) -> bool:
        if abs(ours - published) <= self.FLOOR:
            return True
        low, high = published / self.FACTOR, published * self.FACTOR
        return max(low, published - self.POINTS) <= ours <= min(high, published + self.POINTS)

    def width(self, published: float) -> float:
        return max(self.FLOOR, min(published * (self.FACTOR - 1), self.POINTS))


class FactorTolerance(Tolerance):
    """A factor of 1.5 either way, or a difference of the last printed digit."""

    FACTOR, DIGIT = 1.5, 0.001

    def within(self, published: float, ours: float) -> bool:
        close = abs(ours - published) <= self.DIGIT
        return close or published / self.FACTOR <= ours <= published * self.FACTOR

    def width(self, published: float) -> float:
        return max(self.DIGIT, published * (self.FACTOR - 1))


# Tolerance around the published number, by quantity.
TOLERANCES = {
    "throughput": Tolerance(relative=0.03, text="3 %"),
    "delay_ms": Tolerance(relative=0.15, absolute=3, text="15 % or 3 ms"),
    "duration": Tolerance(relative=0.15, text="15 %"),
    "page_load": Tolerance(relative=0.15, text="15 %"),
    "spread": Tolerance(relative=0.5, absolute=0.02, text="50 % or 20 ms"),
    "mos": Tolerance(absolute=0.2, text="0.2"),
    "r_value": Tolerance(absolute=2, text="2"),
    "jain_index": Tolerance(absolute=0.03, text="0.03"),
    "min_max_ratio": Tolerance(absolute=0.1, text="0.1"),
    "loss_percent": LossTolerance(text="factor 1.5, 0.1 points, and no more than 5 points"),
    "count": Tolerance(relative=0.15, absolute=0.5, text="15 % or 0.5"),
    "ratio": Tolerance(relative=0.15, text="15 %"),
    "share_percent": Tolerance(absolute=3, text="3 points"),
    "delay_s": Tolerance(relative=0.15, absolute=0.003, text="15 % or 3 ms"),
    "throughput_spread": Tolerance(relative=0.2, absolute=0.1, text="20 % or 0.1 Mbit/s"),
    "printed_rate": Tolerance(relative=0.03, absolute=0.1, text="3 % or 0.1 Mbit/s"),
    "loss_rate": FactorTolerance(text="factor 1.5 or 0.001 points"),
    "yes_or_no": Tolerance(absolute=0.5, text="most seeds"),
    "exact": Tolerance(relative=1e-9, text="equal"),
}


def is_within(row: Row, ours: Estimate, quantity: str) -> bool:
    """In the tolerance, or the published number in the interval that our seeds leave open."""
    tolerance = TOLERANCES[quantity]
    width = tolerance.width(row.value)
    if row.bound == "upper" and ours.mean <= row.value + width:
        return True
    if row.bound == "lower" and ours.mean >= row.value - width:
        return True
    if isinstance(tolerance, (LossTolerance, FactorTolerance)):
        close = tolerance.within(row.value, ours.mean)
    else:
        close = abs(ours.mean - row.value) <= width * (1 + 1e-12)
    open_to_us = 0 if math.isnan(ours.half_width) else ours.half_width
    # An interval as wide as the number itself gives no information.
    return close or abs(ours.mean - row.value) <= min(open_to_us, 2 * width)


def distance(row: Row, ours: Estimate, quantity: str) -> float:
    """From the published number, in tolerances."""
    return abs(ours.mean - row.value) / (TOLERANCES[quantity].width(row.value) or 1e-12)


def kendall_tau(published: list[float], ours: list[float]) -> float:
    """Over the pairs that differ in the publication; NaN: there is none."""
    score = pairs = 0
    for i, first in enumerate(published):
        for j in range(i):
            step = first - published[j]
            if step == 0:
                continue
            pairs += 1
            mine = (ours[i] - ours[j]) * step
            score += (mine > 0) - (mine < 0)
    return score / pairs if pairs else math.nan


def judge(rows: list[tuple[Row, Estimate | None, str]]) -> list[str]:
    """A verdict for each row with its number and quantity. A trend is one of all rows of a table
    with the same metric."""
    verdicts = [NOT_RUN] * len(rows)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, (row, ours, quantity) in enumerate(rows):
        if ours is not None and not math.isnan(row.value):
            groups[row.table, row.metric].append(index)
            verdicts[index] = MATCH if is_within(row, ours, quantity) else DIFFERS
    for members in groups.values():
        tau = kendall_tau([rows[i][0].value for i in members], [rows[i][1].mean for i in members])
        if len(members) >= LEAST_ROWS and tau >= LEAST_TAU:
            for i in members:
                if verdicts[i] == DIFFERS:
                    verdicts[i] = TREND
    return verdicts
