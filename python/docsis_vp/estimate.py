"""Mean and interval of what several seeds gave."""

import math
import statistics
from dataclasses import dataclass

# Student's t, two-sided 95 %, by degrees of freedom from 1 on.
T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


@dataclass(frozen=True)
class Estimate:
    mean: float
    half_width: float  # of the 95 % interval; NaN with one value
    count: int


def estimate(values: list[float]) -> Estimate | None:
    """None: no value at all. Runs that have none do not count."""
    known = [value for value in map(number, values) if not math.isnan(value)]
    if not known:
        return None
    half = math.nan
    if len(known) > 1:
        t = T95[min(len(known) - 2, len(T95) - 1)]
        half = t * statistics.stdev(known) / math.sqrt(len(known))
    return Estimate(statistics.fmean(known), half, len(known))


def number(value) -> float:
    return math.nan if value is None else float(value)
