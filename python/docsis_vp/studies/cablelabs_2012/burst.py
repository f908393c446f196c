"""Measures the time of the burst credit from time series."""

import math
import statistics

from docsis_vp.studies.outcome import RunResult

SUSTAINED_MBPS, PEAK_MBPS = 5.0, 20.0
STEP_S = 0.1
USUAL_DELAY_MS = 5  # under CoDel, as figure 7 prints it
PEAK_REACHED = 0.95  # of the peak rate
CREDIT_USED_BYTES = 20_000  # rest of the 10 MB when the rate falls: some ms at the peak rate


def binned(times: list[float], values: list[float], step_s: float, until_s: float) -> list[float]:
    """The last value of each step, as far as the run goes."""
    bins = [math.nan] * math.ceil(until_s / step_s)
    for time, value in zip(times, values):
        if time >= until_s:
            break
        bins[int(time / step_s + 1e-9)] = value
    return [value for value in bins if not math.isnan(value)]


def rate_mbps(run: RunResult, until_s: float) -> list[float]:
    """Rate released by the shaper, in steps, from the level of a bucket that is not full."""
    times, tokens = run.series("us0", "sustained_tokens_bytes")
    levels = binned(times, tokens, STEP_S, until_s)
    return [
        max(0.0, SUSTAINED_MBPS - 8e-6 * (after - before) / STEP_S)
        for before, after in zip(levels, levels[1:])
    ]


def steady_rate(run: RunResult) -> float:
    """From 20 s to 60 s."""
    rates = rate_mbps(run, 60)[int(20 / STEP_S) :]
    return statistics.fmean(rates) if rates else math.nan


def time_to_peak(run: RunResult) -> float:
    """Start of the first step at that rate. NaN: not within the first 30 s."""
    for index, rate in enumerate(rate_mbps(run, 30)):
        if rate >= PEAK_REACHED * PEAK_MBPS:
            return index * STEP_S
    return math.nan


def time_to_use_credit(run: RunResult) -> float:
    times, tokens = run.series("us0", "sustained_tokens_bytes")
    return next((t for t, level in zip(times, tokens) if level < CREDIT_USED_BYTES), math.nan)


def shaping_delays(run: RunResult, from_s: float, until_s: float) -> list[float]:
    times, delays = run.series("us0", "shaping_delay_ms")
    return [d for t, d in zip(times, delays) if from_s <= t < until_s and not math.isnan(d)]


def largest_delay(run: RunResult, from_s: float = 0, until_s: float = math.inf) -> float:
    return max(shaping_delays(run, from_s, until_s), default=math.nan)


def peak_phase_delay(run: RunResult) -> float:
    return largest_delay(run, 0, time_to_use_credit(run))


def rate_after_drop(run: RunResult) -> float:
    """Mean rate from 3 s on until the credit is used."""
    end = time_to_use_credit(run)
    rates = rate_mbps(run, 30)[int(3 / STEP_S) : int(end / STEP_S) - 1] if end > 3.5 else []
    return statistics.fmean(rates) if rates else math.nan


def is_stuck(run: RunResult) -> float:
    """1: from 3 s on the mean rate is below nine tenths of the peak rate while there is credit."""
    return float(rate_after_drop(run) < 0.9 * PEAK_MBPS)


def time_of_rate_drop(run: RunResult) -> float:
    """Time after the peak at which the rate first stays below nine tenths of it for 0.3 s."""
    rates = rate_mbps(run, 30)
    start = time_to_peak(run)
    end = time_to_use_credit(run)
    if math.isnan(start) or math.isnan(end):
        return math.nan
    for index in range(int(start / STEP_S), int(end / STEP_S) - 3):
        if max(rates[index : index + 3]) < 0.9 * PEAK_MBPS:
            return index * STEP_S
    return math.nan


def settles_after(run: RunResult, from_s: float, until_s: float) -> float:
    """Time after its maximum at which the delay first reaches figure 7's usual bound. NaN: never."""
    times, delays = run.series("us0", "shaping_delay_ms")
    known = [(t, d) for t, d in zip(times, delays) if from_s <= t < until_s and not math.isnan(d)]
    worst = max(known, key=lambda point: point[1], default=(math.inf, 0))[0]
    return next((t - from_s for t, d in known if t > worst and d <= USUAL_DELAY_MS), math.nan)


def settle_time(run: RunResult) -> float:
    """The longer of that after the start and that after the step of the rate."""
    step = time_to_use_credit(run)
    return max(settles_after(run, 0, step), settles_after(run, step, step + 10))


def steady_delay(run: RunResult) -> float:
    """Median from 30 s on."""
    return statistics.median(shaping_delays(run, 30, math.inf) or [math.nan])


def few_empty_slots_percent(run: RunResult, packets: int = 21, empty: int = 5) -> float:
    """Share of time in which no more than so many places of the queue are empty."""
    _, counts = run.series("us0", "shaping_queue_packets")
    known = [count for count in counts if not math.isnan(count)]
    return 100 * sum(count >= packets - empty for count in known) / len(known)
