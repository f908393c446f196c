"""Finds the published numbers in our runs. The study pools all loads and all congestion."""

import math

from docsis_vp.studies.cablelabs_2014 import drops
from docsis_vp.studies.cablelabs_2014.cases import AQMS, SEVERAL_QUEUES, SINGLE_QUEUE, conditions
from docsis_vp.studies.outcome import RunResult, number
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import Measure

POOLS = {
    "SFQ-CoDel SFQ-PIE": SEVERAL_QUEUES,
    "CoDel CoDel-DT PIE": SINGLE_QUEUE,
    "all AQM": AQMS,
    "Buffer Control": ("Buffer Control",),
    "Buffer Bloat": ("Buffer Bloat",),
}
QUANTILES = ("p10", "p50", "p90", "p99")


def mean(values: list[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan


def calls(run: RunResult) -> list[dict]:
    return run.flows("call")


def pages(run: RunResult) -> list[dict]:
    return run.flows("page")


def quantile_points(run: RunResult) -> list[tuple[float, float]]:
    """Delay distribution of the run's voice packets: probability and delay in ms."""
    points = [
        (float(key[1:]) / 100, mean([number(call["one_way_ms"][key]) for call in calls(run)]))
        for key in QUANTILES
    ]
    return [*points, (1.0, max(number(call["one_way_ms"]["max"]) for call in calls(run)))]


def share_below(points: list[tuple[float, float]], delay_ms: float) -> float:
    """Along straight lines between the quantiles that results have."""
    low_p, low = 0.0, 0.0
    for p, value in points:
        if delay_ms < value:
            return low_p + (p - low_p) * (delay_ms - low) / (value - low) if value > low else p
        low_p, low = p, value
    return 1.0


def pooled_quantile(runs: list[RunResult], probability: float) -> float:
    """Quantile over all voice packets of all runs; each call has equally many."""
    curves = [(quantile_points(run), len(calls(run))) for run in runs]
    total = sum(weight for _, weight in curves)
    low, high = 0.0, max(points[-1][1] for points, _ in curves)
    for _ in range(40):
        middle = (low + high) / 2
        below = sum(weight * share_below(points, middle) for points, weight in curves) / total
        low, high = (middle, high) if below < probability else (low, middle)
    return high


def voice_p90(runs: list[RunResult]) -> float:
    return pooled_quantile(runs, 0.9)


def voice_loss(runs: list[RunResult]) -> float:
    return mean([call["loss_percent"] for run in runs for call in calls(run)])


def voice_mos(runs: list[RunResult]) -> float:
    return mean([call["mos"] for run in runs for call in calls(run)])


def largest_voice_loss(runs: list[RunResult]) -> float:
    return max(call["loss_percent"] for run in runs for call in calls(run))


def page_p90(runs: list[RunResult]) -> float:
    """The 90th percentile over conditions of the mean page time of each that has one."""
    means = [mean([number(page["page_load_s"]["mean"]) for page in pages(run)]) for run in runs]
    values = sorted(value for value in means if not math.isnan(value))
    if not values:
        return math.nan
    place = 0.9 * (len(values) - 1)
    low = int(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


METRICS = {
    "voip_latency_p90": ("delay_ms", voice_p90),
    "voip_loss_rate": ("loss_percent", largest_voice_loss),
    "page_load_time_p90": ("page_load", page_p90),
}


def by_scheme(schemes: tuple[str, ...], runs: list[RunResult]) -> list[list[RunResult]]:
    size = len(runs) // len(schemes)
    return [runs[i * size : (i + 1) * size] for i in range(len(schemes))]


P = 0.01  # of figures 7 to 9
# Exact results of the rule, without a run. Tests compare the C code with them.
EXACT = {
    "run_length_mode": ("exact", lambda _: drops.bernoulli_mode(P)),
    "run_length_mean": ("ratio", lambda _: sum(i * c for i, c in enumerate(drops.bernoulli(P, 5000), 1))),
    "drops_mean": ("ratio", lambda _: sum(n * drops.binomial(1000, P, n) for n in range(100))),
    "run_length_min_times_p": ("ratio", lambda _: P * drops.support(P)[0]),
    "run_length_max_times_p": ("ratio", lambda _: P * drops.support(P)[1]),
    "p_eff_over_p": ("ratio", lambda _: drops.effective(P) / P),
    "p_eff_gap_low": ("ratio", lambda _: drops.effective(drops.LOWEST - 1e-6)),
    "p_eff_gap_high": ("ratio", lambda _: drops.effective(drops.LOWEST)),
}


def measure(row: Row) -> Measure | None:
    if row.metric in EXACT:
        quantity, of = EXACT[row.metric]
        return Measure(quantity, (), of)
    name, combine = row.metric, mean
    for suffix, how in (("_min", min), ("_max", max)):
        if name.endswith(suffix):
            name, combine = name.removesuffix(suffix), how
    if name not in METRICS or row.scheme not in POOLS:
        return None
    quantity, of = METRICS[name]
    schemes = POOLS[row.scheme]
    cases = tuple(case for scheme in schemes for case in conditions(scheme))
    return Measure(quantity, cases, lambda runs: combine([of(part) for part in by_scheme(schemes, runs)]))
