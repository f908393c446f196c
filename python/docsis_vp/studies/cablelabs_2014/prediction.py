"""Compares the predicted delay with the delay of the packets."""

import bisect
import math
import statistics

from docsis_vp.studies.outcome import RunResult


def pairs(run: RunResult) -> list[tuple[float, float, float]]:
    """Time, the delay expected then, and that of the packet that left so much later, in s and ms."""
    times, expected, met = run.series("us0", "predicted_delay_ms", "measured_delay_ms")
    found = []
    for time, delay in zip(times, expected):
        place = bisect.bisect_left(times, time + delay / 1000) if not math.isnan(delay) else len(times)
        if place < len(times) and not math.isnan(met[place]):
            found.append((time, delay, met[place]))
    return found


def error_ms(run: RunResult) -> float:
    return statistics.median(abs(expected - met) for _, expected, met in pairs(run))


def mean_delay_ms(run: RunResult) -> float:
    return run.service_flow("us0")["queue_delay_ms"]["mean"]
