"""Mean over several seeds, with its confidence interval."""

import math
import statistics
from dataclasses import dataclass

from docsis_vp.student import student_t

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    mean: float
    half_width: float  # of the confidence interval; NaN with one value
    count: int


def estimate(values: list[float], confidence: float = CONFIDENCE) -> Estimate | None:
    """None: no value at all. Runs that have none do not count."""
    known = [value for value in map(number, values) if not math.isnan(value)]
    if not known:
        return None
    half = math.nan
    if len(known) > 1:
        t = student_t(confidence, len(known) - 1)
        half = t * statistics.stdev(known) / math.sqrt(len(known))
    return Estimate(statistics.fmean(known), half, len(known))


def number(value) -> float:
    return math.nan if value is None else float(value)
